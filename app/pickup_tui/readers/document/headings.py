"""The words of headings and titles by language (see words.py for how they are written and compared)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Headings and labels under which the next step stands, by how surely they mean it.
NEXT: Mapping[str, str] = {
    "en": "next step|next steps|next action|next actions|next task|next tasks|next move|next moves|next up|next milestone|"
    "next phase|next work|next priority|next priorities|what to do next|what's next|whats next|what comes next|do next|"
    "do this next|"
    "immediate actions|immediate action|immediate next|what you should do|"
    "how to continue|continue with|continue from|pick up here|resume here|resume steps|next session should|next agent should|"
    "session needs to do|session should do|needs to be done|what to do|recommended next|suggested next|"
    "next in line|next recommended|up next|next actions in order|next concrete step|next concrete action|next thing|next things|next|action items",
    "zh": "下一步|下步|下一动作|下一行动|下一个动作|下一个行动|下一个具体|下一项|下一件|接下来|后续步骤|下次继续|下次要做|下一次要做|首要任务|优先处理|立即要做|马上要做|下一个任务|"
    "新会话要做|下一阶段|下一会话|下个会话|接手后|接手第一步|下次会话",
    "ja": "次のステップ|次にやること|次にすること|次の作業|次のアクション|次の一手|次のタスク|次回やること|次回作業|次回の作業|"
    "次セッションでやること|でやること|ときにやること|次にやる|次アクション|再開手順|次にすべきこと|"
    "次の手順|次回の再開|再開ポイント|次回セッション|次にしてほしいこと|やるべきこと|次フェーズ|これからやること",
    "ko": "다음 단계|다음 작업|다음 할 일|다음에 할 일|다음 액션|다음에 할|이어서 할|다음 세션에서 할|다음 세션 최우선|"
    "바로 할 일|즉시 할 일|다음 스텝|다음 할일|해야 할 일|다음 세션 할 일|다음 우선순위",
    "pt": "proximos passos|proximo passo|proximas acoes|proxima acao|proximas tarefas|proxima tarefa|proxima etapa|"
    "proximas etapas|o que fazer|por onde continuar|continuar por|continuar com|continuar em|seguir por|seguir com|acao imediata|"
    "o que falta fazer|fazer agora|fazer em seguida|acoes imediatas|como continuar|como retomar|proxima sessao",
    "es": "siguientes pasos|siguiente paso|proximos pasos|proximo paso|siguiente accion|siguientes acciones|proximas acciones|"
    "proxima accion|siguiente tarea|siguientes tareas|que hacer|que sigue|por donde seguir|como seguir|continuar por|continuar con|seguir con|seguir por|"
    "lo siguiente|acciones inmediatas|como continuar|proxima sesion|siguiente sesion",
    "fr": "prochaines etapes|prochaine etape|prochaines actions|prochaine action|prochaines taches|prochaine tache|"
    "etapes suivantes|etape suivante|action suivante|a faire maintenant|a faire ensuite|"
    "la suite|suite a donner|actions immediates|action immediate|comment reprendre|comment continuer|continuer par|reprendre par|ordre conseille|prochains pas|"
    "prochaine session|pour la suite",
    "de": "nachste schritte|nachster schritt|nachsten schritte|nachste aufgaben|nachste aufgabe|nachste aktion|"
    "nachste aktionen|als nachstes|naechste schritte|naechster schritt|zu tun|was zu tun ist|"
    "wie es weitergeht|weiter mit|so geht es weiter|sofort|nachste sitzung|nachste session|weiteres vorgehen|"
    "hier weitermachen|wie weiter",
    "it": "prossimi passi|prossimo passo|prossime azioni|prossima azione|prossime attivita|prossima attivita|prossimi step|"
    "prossimo step|passi successivi|passo successivo|cosa fare|da dove riprendere|come continuare|continuare con|ripartire da|ripartenza|"
    "come riprendere|azioni immediate|prossima fase|prossima sessione|prossimi compiti",
    "vi": "buoc tiep theo|cac buoc tiep theo|viec tiep theo|viec can lam|cong viec tiep theo|hanh dong tiep theo|lam tiep|"
    "can lam ngay|tiep theo|viec can lam tiep|phien tiep theo|phien sau",
    "ru": "следующие шаги|следующий шаг|следующие действия|следующее действие|следующая задача|следующие задачи|"
    "что делать дальше|что дальше|дальнейшие шаги|что еще нужно сделать|что нужно сделать|с чего продолжить|"
    "продолжить с",
    "tr": "sonraki adimlar|sonraki adim|siradaki is|siradaki tek is|siradaki isler|siradaki adim|siradaki|sirada|"
    "yapilacak ilk is|sonra ne yapilacak|kaldigimiz yerden|devam noktasi",
}
START: Mapping[str, str] = {  # what to do first, which may be setting up rather than the work
    "en": "the ask|your task|your mission|your job|do first|do this first|start here|start with|first action|first actions|first step|first steps|first task|first thing|where to start|what to do first",
    "zh": "从这里开始|先做",
    "ja": "まずやること|最初にやること|最初に確認すること|最初にすること",
    "ko": "먼저 할 일|우선 할 일",
    "pt": "por onde comecar|comece por|primeiro passo",
    "es": "por donde empezar|primer paso",
    "fr": "par ou commencer|premiere action|premiere etape",
    "de": "als erstes|zuerst|einstieg",
    "it": "da dove partire|primo passo",
    "vi": "bat dau tu",
    "ru": "начать с|первым делом",
    "tr": "once sunu yap|ilk yapilacak",
}
OPEN: Mapping[str, str] = {
    "en": "remaining|to do|todo|todos|to-do|pending|outstanding|open items|open issues|open tasks|open work|open todos|"
    "open threads|unfinished|not done|not yet done|left to do|what's left|whats left|what is left|still to do|immediate|"
    "priority|priorities|priority order|resume|takeover|in progress|next session|next agent|where to resume|where we left off|"
    "where i left off|picking up|pick up|resuming|incomplete|follow-up|follow-ups|follow up|needs doing|tomorrow|then|"
    "work left|to be done|awaiting|queued|carry-over|carryover|handoff tasks|first session|task list|ordered tasks|work queue|open questions",
    "zh": "待办|待完成|未完成|剩余|待处理|待做|遗留|后续|下一轮|优先级|待解决|继续|未竟|还没做|待修复|接续|恢复",
    "ja": "残タスク|残作業|残課題|残件|残り|残っている|残す|宿題|未解決|未検証|未完了|未対応|未着手|未実装|残存課題|やること|todo|次に|次回|次の|次セッション|保留|再開|"
    "途中|優先度|積み残し|既知の残|着手予定|継続",
    "ko": "남은|미완|미완료|할 일|할일|후속|대기|보류|이어서|다음|진행 예정|해야 할|잔여|우선순위|미해결|재개|진행 중",
    "pt": "pendente|pendentes|tarefas|pendencias|pendencia|a fazer|por fazer|falta|faltam|faltando|em aberto|restante|restantes|"
    "onde paramos|retomar|prioridades|em andamento|tarefas abertas|o que falta",
    "es": "pendiente|pendientes|por hacer|tareas|lista de tareas|falta|faltan|sin terminar|abierto|abiertos|restante|restantes|donde quedamos|"
    "donde estamos|retomar|prioridades|en curso|tareas abiertas|lo que falta",
    "fr": "a faire|reste a faire|restant|restants|restante|restantes|en attente|en suspens|en cours|a reprendre|reprise|"
    "reprendre|priorites|non fait|non termine|ce qui reste|taches ouvertes|points ouverts",
    "de": "offen|offene|offene punkte|offene aufgaben|aufgaben|aufgabenliste|noch offen|ausstehend|verbleibend|verbleibende|unerledigt|todo|"
    "weitermachen|fortsetzen|prioritaten|restarbeiten|zu erledigen|noch zu|in arbeit|danach",
    "it": "da fare|in sospeso|rimanente|rimanenti|aperti|aperte|pendente|pendenti|in attesa|in corso|priorita|riprendere|"
    "cosa manca|cosa resta|restano|ripresa",
    "vi": "con lai|chua xong|chua lam|dang cho|can lam|chua hoan thanh|dang do|uu tien|tiep tuc|dang lam",
    "ru": "осталось|осталось сделать|не сделано|нерешенное|открытые вопросы|открытые задачи|задачи|в работе|приоритеты|"
    "отложено|незавершенное",
    "tr": "yapilacaklar|kalan|kalan isler|bekleyen|acik isler|eksikler|yarim kalan|oncelikler|devam eden",
}
WIDER: Mapping[str, str] = {
    "en": "backlog|roadmap|ideas|future work|future|later|nice to have|upcoming|candidates|suggestions|"
    "recommendations|planned|wishlist|stretch|action plan|known gaps",
    "zh": "路线图|规划|后续计划|未来|以后|建议|想法|展望",
    "ja": "バックログ|ロードマップ|今後|将来|候補|アイデア|改善案|予定|検討事項|提案",
    "ko": "백로그|로드맵|향후|아이디어|추후|향후 계획|제안|예정",
    "pt": "backlog|roadmap|ideias|futuro|depois|planejado|plano de acao|sugestoes",
    "es": "backlog|hoja de ruta|ideas|futuro|despues|plan de accion|sugerencias|previsto",
    "fr": "backlog|feuille de route|idees|futur|plus tard|pistes|a venir|plan d'action|suggestions",
    "de": "backlog|ideen|spater|zukunft|ausblick|geplant|vorschlage|fahrplan",
    "it": "backlog|roadmap|idee|futuro|piu avanti|piano d'azione|suggerimenti|previsto",
    "vi": "ke hoach tiep|y tuong|tuong lai|sau nay|lo trinh|de xuat",
    "ru": "бэклог|планы|идеи|на будущее|предложения",
    "tr": "fikirler|ileride|gelecek|oneriler|yol haritasi",
}
# What stands under these is no step, whatever else the heading says.
NO_STEP: Mapping[str, str] = {
    "en": "skill|skills|file|files|doc|docs|document|documents|documentation|reading|read|reference|references|command|commands|"
    "context|environment|gotcha|gotchas|rule|rules|guardrail|guardrails|blocker|blockers|blocked|prompt|strategy|"
    "assistant|style|protocol|owner|reviewer|conventions|template|memory|links|resources|knowledge|tips|advice|warnings|warning|"
    "decisions|checklist before|success|criteria|timeline|history|historical|notes|note|"
    "changed|questions|deferred|expectations|workflow|instructions|working rules|log",
    "zh": "技能|文件|文档|命令|上下文|环境|规则|约束|禁止|注意|必记|参考|模板|背景|历史|阻塞|提示词",
    "ja": "ファイル|ドキュメント|コマンド|環境|ルール|条件|方針|守る|注意|参考|テンプレート|履歴|メモ|ブロッカー|プロンプト|読む",
    "ko": "파일|문서|명령|환경|규칙|주의|참고|템플릿|이력|블로커|메모|변경",
    "pt": "arquivo|arquivos|documentos|comando|comandos|contexto|ambiente|regras|referencias|modelo|historico|"
    "bloqueios|notas|riscos",
    "es": "archivo|archivos|documentos|comando|comandos|contexto|entorno|reglas|referencias|plantilla|historial|"
    "bloqueos|notas|riesgos",
    "fr": "fichier|fichiers|documents|commande|commandes|contexte|environnement|regles|references|modele|historique|"
    "blocages|notes|risques|decisions",
    "de": "datei|dateien|dokumente|befehl|befehle|kontext|umgebung|regeln|referenzen|vorlage|verlauf|blocker|"
    "notizen|hinweise|risiken|entscheidungen",
    "it": "file|documenti|comando|comandi|contesto|ambiente|regole|riferimenti|modello|cronologia|blocchi|note|"
    "rischi|decisioni",
    "vi": "tep|tai lieu|lenh|ngu canh|moi truong|quy tac|tham khao|mau|lich su|ghi chu",
    "ru": "файлы|документы|команды|контекст|окружение|правила|ограничения|история|заметки",
    "tr": "dosyalar|belgeler|komutlar|baglam|ortam|kurallar|gecmis|notlar",
}
# These name who or what comes next, not what is to be done.
NEXT_OTHER: Mapping[str, str] = {
    "en": "recommended next agent|suggested next agent|assigned next agent|next agent type|next agent model|next model|next owner|"
    "next review|next review date|next meeting|next sync|next update|next release date",
}
# A heading that says one of these beside its next words speaks of more than the next step.
MIXED: Mapping[str, str] = {
    "en": "current|state|status|summary|overview|known|issues|progress|limitations|open|completed",
    "zh": "现状|当前|状态|概览|已知|问题|已完成",
    "ja": "現状|現在|状態|概要|既知|課題|完了",
    "ko": "현황|현재|상태|개요|알려진|완료",
    "pt": "estado|atual|situacao|resumo|concluido",
    "es": "estado|actual|situacion|resumen|completado",
    "fr": "etat|actuel|resume|situation|termine",
    "de": "stand|aktuell|zustand|uberblick|erledigt",
    "it": "stato|attuale|riepilogo|situazione|completato",
    "vi": "trang thai|hien tai|tom tat|hoan thanh",
    "ru": "статус|состояние|известные|проблемы",
    "tr": "durum|bilinen|sorunlar",
}
# Sub-headings that group steps instead of being one.
GROUP: Mapping[str, str] = {
    "en": "immediate|immediately|short term|short-term|medium term|medium-term|long term|long-term|high|medium|low|priority|"
    "urgent|critical|must|should|could|now|today|tomorrow|this week|next week|first|then|later|blockers|phase|wave|stage|"
    "track|tier|batch|required|recommended|optional|mvp|quick wins|for the next|what you planned|open|pending|remaining|"
    "p0|p1|p2|p3|user|agent|bugs|tasks|items|steps|next|in order|order|soon|before|after|deferred|todo|to do|work",
    "zh": "高|中|低|优先级|优先|短期|中期|长期|立即|紧急|必须|可选|阶段|今天|本周|任务",
    "ja": "優先度|優先|高|中|低|短期|中期|長期|最優先|緊急|必須|任意|すぐ|今日|今週|タスク|フェーズ",
    "ko": "우선순위|우선|높음|중간|낮음|단기|중기|장기|즉시|긴급|필수|선택|오늘|단계",
    "pt": "prioridade|alta|media|baixa|curto prazo|medio prazo|longo prazo|imediato|urgente|opcional|fase|hoje|obrigatorio",
    "es": "prioridad|alta|media|baja|corto plazo|medio plazo|largo plazo|inmediato|urgente|opcional|fase|hoy|obligatorio",
    "fr": "priorite|haute|moyenne|basse|court terme|moyen terme|long terme|immediat|immediate|urgent|optionnel|phase|"
    "aujourd'hui|obligatoire|continuation",
    "de": "prioritat|hoch|mittel|niedrig|kurzfristig|mittelfristig|langfristig|sofort|dringend|optional|phase|heute|pflicht",
    "it": "priorita|alta|media|bassa|breve termine|medio termine|lungo termine|immediato|urgente|opzionale|fase|oggi",
    "vi": "uu tien|cao|trung binh|thap|ngan han|dai han|ngay|khan cap|tuy chon|giai doan|hom nay",
    "ru": "приоритет|высокий|средний|низкий|срочно|сейчас|позже|обязательно|этап",
    "tr": "oncelik|yuksek|orta|dusuk|acil|hemen|sonra|zorunlu|asama",
}
NOTHING: Mapping[str, str] = {
    "en": "nothing|none|n/a|no pending|no open|no remaining|no further|no outstanding|no next|not applicable|all done|all complete|"
    "no action|no work|no tasks",
    "zh": "无|没有|暂无|全部完成|无待办|已全部",
    "ja": "なし|特になし|無し|ありません|全て完了|すべて完了",
    "ko": "없음|없습니다|모두 완료|전부 완료",
    "pt": "nada|nenhum|nenhuma|sem pendencias",
    "es": "nada|ninguno|ninguna|sin pendientes",
    "fr": "rien|aucun|aucune|neant",
    "de": "nichts|keine|keiner|keines|entfallt",
    "it": "niente|nessuno|nessuna|nulla",
    "vi": "khong|khong co|khong con",
    "ru": "ничего|нет",
    "tr": "yok|hicbir sey",
}
WHY: Mapping[str, str] = {
    "en": "why stopped|why paused|why i stopped|why we stopped|reason for stopping|reason for handoff|handoff reason|stopped because|"
    "stop reason|blocker|blockers|blocked|blocked on|blocking|stopping point|paused at|stuck",
    "zh": "停止原因|中断原因|暂停原因|为什么停|阻塞|阻塞点|卡点|卡住",
    "ja": "中断理由|停止理由|ブロッカー|中断した理由|詰まっている|止まっている理由|中断箇所",
    "ko": "중단 이유|중단 사유|블로커|막힌|차단",
    "pt": "motivo da parada|por que paramos|por que parou|bloqueios|bloqueio|bloqueado|impedimentos",
    "es": "motivo de la parada|por que paramos|por que se paro|bloqueos|bloqueo|bloqueado|impedimentos",
    "fr": "raison de l'arret|pourquoi arrete|motif d'arret|blocages|blocage|bloque|bloquants|points bloquants",
    "de": "warum gestoppt|grund fur die unterbrechung|unterbrochen weil|blocker|blockiert|blockaden|hindernisse",
    "it": "motivo dell'interruzione|perche fermi|blocchi|bloccato|impedimenti|bloccanti",
    "vi": "ly do dung|vuong mac|tro ngai|bi chan",
    "ru": "почему остановились|причина остановки|блокеры|блокер|заблокировано",
    "tr": "neden durdu|engeller|engel",
}
STATE: Mapping[str, str] = {
    "en": "current state|current status|where we are|where things stand|where it stands|state of the work|status|state|"
    "current position|situation",
    "zh": "当前状态|现状|当前进度|目前状态|项目状态",
    "ja": "現在の状態|現状|現在の状況|状態|進捗",
    "ko": "현재 상태|현황|현재 상황|진행 상황",
    "pt": "estado atual|situacao atual|onde estamos",
    "es": "estado actual|situacion actual|donde estamos",
    "fr": "etat actuel|etat des lieux|ou en est-on|situation actuelle",
    "de": "aktueller stand|stand|derzeitiger stand|wo wir stehen",
    "it": "stato attuale|situazione attuale|a che punto siamo",
    "vi": "trang thai hien tai|hien trang|tinh hinh hien tai",
    "ru": "текущее состояние|состояние|статус|где мы сейчас",
    "tr": "mevcut durum|su anki durum|durum",
}
AUTOMATIC: Mapping[str, str] = {  # a snapshot that a tool took, not what somebody wrote
    "en": "auto-saved|auto saved|autosaved|autosave|auto-save|auto snapshot|auto-snapshot|automatic snapshot|auto-generated snapshot|before compaction|pre-compact|precompact",
}
SESSION: Mapping[str, str] = {
    "en": "session",
    "zh": "会话|第",
    "ja": "セッション",
    "ko": "세션",
    "pt": "sessao",
    "es": "sesion",
    "fr": "session|seance",
    "de": "sitzung",
    "it": "sessione",
    "vi": "phien",
    "ru": "сессия|сессии",
    "tr": "oturum",
}
