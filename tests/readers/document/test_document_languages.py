"""The ways to head what is next in each language: ten and more a language, with a list or a text below."""

from __future__ import annotations

import pytest

from pickup_tui import readers

FILL = "\n## Notes\n\nThe parser was moved into a file of its own, and its tests with it; nothing else was touched in this session.\n"
HEADINGS = {
    "en": "Next|Next steps|What's next?|What to do next|Where to pick up|Pick up here|Start here|To do|TODO (priority order)|"
    "Remaining work|Still open|Open items|Loose ends|Outstanding|Immediate actions|First thing tomorrow|Action items|"
    "Continue with|Resume from here|Queue|Pending|Not started yet|What I'd do next|Your next task|Tasks for the next session|"
    "Recommended order|Left to do|Work remaining|Next up|On deck|Exact next action|Do this first|Needs doing|What's left|"
    "Follow-ups|Unfinished|Suggested next steps|Plan for tomorrow|Next (P0)|Up next 🚀|🎯 Next session goals|"
    "Immediate next steps (do these first)|Priority queue",
    "zh": "下一步|下一步计划|接下来要做的事|接下来|待办|待办事项|未完成|未完成的工作|剩余工作|剩余任务|后续工作|后续步骤|下次继续|下一个会话要做什么|优先级|待处理|从哪里继续|接手后先做|还需要做的|遗留问题|下一阶段任务|当前待办|"
    "立即要做|建议的下一步|明天要做的|三、下一步行动|📌 下一步|推荐下一步|还没做的|待续|下階段|下一步（按优先级）|剩下的任务|接续任务|尚未完成",
    "ja": "次|次へ|次にやること|次のステップ|次の作業|次のタスク|残タスク|残作業|残り|残っている作業|未完了|未着手|今後の予定|次回やること|次回の作業|次回への申し送り|申し送り|やること|TODO|続きの作業|再開手順|再開ポイント|"
    "優先順位|これからやること|明日やること|次アクション|ネクストアクション|次のアクション（優先順）|残件|積み残し|次セッションでやること|まずやること|未対応事項|次に着手するもの|引き続きやること|やり残し|宿題|今後の作業|保留中",
    "ko": "다음|다음 단계|다음 작업|다음 할 일|다음에 할 일|할 일|해야 할 일|남은 작업|남은 일|남은 할 일|미완료|미완료 작업|진행 중|대기 중|후속 작업|이어서 할 일|재개 지점|우선순위|다음 세션에서 할 일|"
    "다음 액션|바로 할 일|즉시 할 일|앞으로 할 일|앞으로 해야 할 것|아직 안 한 것|못 끝낸 작업|내일 할 일|다음 진행 사항|다음 순서|보류|미해결|향후 계획|이어갈 작업|남은 것",
    "pt": "Próximos|Próximo|Próximos passos|Próximo passo|Próximas ações|Próxima tarefa|O que fazer|O que fazer a seguir|A fazer|"
    "Por fazer|Pendente|Pendências|O que falta|Falta fazer|Restante|Em aberto|Onde paramos|Por onde continuar|"
    "Por onde começar|Retomar daqui|Continuar por aqui|Prioridades|Tarefas pendentes|Ações imediatas|Fazer agora|A seguir|"
    "Tarefas|Fila|Ainda falta|Próxima sessão|Plano para amanhã|Como continuar|Em andamento|Trabalho restante|Seguinte|"
    "Primeiro a fazer",
    "es": "Siguientes|Siguiente|Siguientes pasos|Siguiente paso|Próximos|Próximos pasos|Próximo paso|Próximas tareas|Qué sigue|"
    "Qué falta|Lo que falta|Lo que queda|Por hacer|Pendiente|Pendientes|Tareas pendientes|Trabajo pendiente|Dónde quedamos|"
    "Por dónde seguir|Por dónde empezar|Cómo seguir|Continuar con|Retomar aquí|Prioridades|Acciones inmediatas|Hacer ahora|"
    "A continuación|Tareas|Queda por hacer|En curso|Próxima sesión|Plan para mañana|Sin terminar|Abierto|Qué hacer ahora|"
    "Lo siguiente|Faltante",
    "fr": "Prochaine|Prochain|Prochaines étapes|Prochaine étape|Prochaines actions|Étapes suivantes|À faire|Reste à faire|"
    "Ce qu'il reste à faire|Il reste|Restant|En attente|En cours|À reprendre|Reprise|Où reprendre|Par où commencer|"
    "Par où continuer|La suite|Suite|Et ensuite ?|Pour la suite|Priorités|Tâches|Tâches restantes|Actions immédiates|"
    "À faire maintenant|À suivre|Point de reprise|Prochaine session|Travail restant|Non terminé|Plan pour demain|"
    "Que faire ensuite|À finir|Points ouverts|Chantiers ouverts",
    "de": "Nächste|Nächste Schritte|Nächster Schritt|Nächstes|Als Nächstes|Was als Nächstes kommt|Wie geht es weiter|"
    "Wie geht's weiter?|So geht's weiter|Weiter mit|Offen|Offene Punkte|Offene Aufgaben|Noch offen|Noch zu tun|Zu tun|To-do|"
    "Aufgaben|Restarbeiten|Verbleibende Arbeiten|Ausstehend|Hier weitermachen|Wo weitermachen|Prioritäten|Sofort|"
    "Nächste Sitzung|Was fehlt noch|Fehlt noch|Unerledigt|Der nächste Auftrag|Einstieg|Zuerst|Anstehende Aufgaben|"
    "Plan für morgen|Weiteres Vorgehen|Folgeschritte|In Arbeit|Was noch zu tun ist|Nächste Aufgaben (Reihenfolge)",
    "it": "Prossimi|Prossimi passi|Prossimo passo|Prossime azioni|Prossima attività|Passi successivi|Cosa fare|Cosa fare adesso|"
    "Cosa manca|Cosa resta da fare|Da fare|Da completare|In sospeso|Rimanente|Lavoro rimanente|Aperti|Punti aperti|"
    "Da dove ripartire|Da dove riprendere|Riprendere da|Come proseguire|Come continuare|Priorità|Attività|In corso|"
    "Azioni immediate|Prossima sessione|Prima cosa da fare|Da dove iniziare|Ancora da fare|Mancano|A seguire|"
    "Piano per domani|Non completato|Pendenti|Ripartenza|Da finire",
    "vi": "Bước tiếp theo|Các bước tiếp theo|Việc tiếp theo|Tiếp theo|Cần làm|Việc cần làm|Việc còn lại|Còn lại|Chưa xong|Chưa làm|"
    "Việc còn treo|Công việc tiếp theo|Đang dở|Đang làm|Tồn đọng|Việc tồn đọng|Ưu tiên|Làm tiếp|Tiếp tục từ đây|Cần làm ngay|"
    "Phiên sau|Phiên tiếp theo|Việc phải làm|Hành động tiếp theo|Kế hoạch tiếp theo|Bắt đầu từ đâu|Chờ xử lý|"
    "Nhiệm vụ tiếp theo|Còn thiếu|Việc đang dở|Danh sách việc cần làm|Làm gì tiếp theo|Chưa hoàn thành|Hướng đi tiếp theo|"
    "Bước kế tiếp",
    "ru": "Следующие шаги|Следующий шаг|Что дальше|Дальше|Осталось сделать|Осталось|Что осталось|Открытые задачи|Приоритеты|"
    "С чего начать|План действий|Не сделано|Нужно сделать|К выполнению|Задачи",
    "tr": "Sonraki adımlar|Sıradaki|Sıradaki adım|Yapılacaklar|Kalan işler|Bekleyen işler|Nereden devam|Öncelikler|Eksikler|"
    "Devam noktası|Sonraki oturum",
    "id": "Langkah selanjutnya|Langkah berikutnya|Yang harus dikerjakan|Belum selesai|Selanjutnya|Prioritas",
    "ar": "الخطوات التالية|الخطوة التالية|المهام المتبقية|ما يجب فعله",
}
NO_LABEL = ("Recommended order", "遗留问题", "当前待办", "今後の予定", "향후 계획", "Der nächste Auftrag")  # behind one of these a text tells of it
NOTHING_ELSE = {
    "en": "Files changed|Key decisions|Blockers|Known issues|Commands|Architecture|How to run|Environment|Done|Key facts for the next session",
    "zh": "已完成|关键决策|文件清单|技术架构|环境|注意事项|部署",
    "ja": "完了|ファイル構成|環境|注意点|設計判断|コマンド",
    "ko": "완료|파일 구조|환경|주의사항|명령어",
    "pt": "Feito|Arquivos alterados|Contexto|Comandos|Arquitetura",
    "es": "Hecho|Archivos|Contexto|Comandos|Reglas",
    "fr": "Fait|Fichiers modifiés|Contexte|Commandes|Règles",
    "de": "Erledigt|Dateien|Kontext|Befehle|Regeln|Kurzfassung für den nächsten Agenten",
    "it": "Fatto|File modificati|Contesto|Comandi|Regole",
    "vi": "Đã làm|Tệp|Bối cảnh|Lệnh|Quy tắc",
}


def step(text: str) -> str | None:
    (found,) = readers.read("project", "/p/boat/HANDOFF.md", f"# Sails\n\n{text}{FILL}").handoffs
    return found.brief.next_step


@pytest.mark.parametrize("language", HEADINGS)
def test_headings(language: str) -> None:
    said = {heading: step(f"## Done\n\n- old thing\n\n## {heading}\n\n1. mend the sail\n2. rest\n") for heading in HEADINGS[language].split("|")}
    assert {heading: found for heading, found in said.items() if found != "mend the sail"} == {}


@pytest.mark.parametrize("language", HEADINGS)
def test_labels(language: str) -> None:
    said = {heading: step(f"Some words.\n\n**{heading}:** mend the sail\n\n## Done\n\n- old\n") for heading in HEADINGS[language].split("|")}
    assert {heading for heading, found in said.items() if found != "mend the sail"} == {heading for heading in said if heading in NO_LABEL}


@pytest.mark.parametrize("language", NOTHING_ELSE)
def test_what_says_nothing_of_it(language: str) -> None:
    sections = "".join(f"## {heading}\n\n- a thing\n\n" for heading in NOTHING_ELSE[language].split("|"))
    assert step(sections) is None
