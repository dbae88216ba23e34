"""The words of headings by language, but for those of next steps (see words.py for how they are written and compared)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# What stands under these is no step, whatever else the heading says.
NO_STEP: Mapping[str, str] = {
    "en": "skill|skills|file|files|doc|docs|document|documents|documentation|reading|read|reference|references|command|commands|"
    "context|environment|gotcha|gotchas|rule|rules|guardrail|guardrails|blocker|blockers|blocked|prompt|strategy|"
    "assistant|style|protocol|owner|reviewer|conventions|template|memory|links|resources|knowledge|tips|advice|warnings|warning|"
    "decisions|checklist before|success|criteria|timeline|history|historical|notes|note|"
    "changed|questions|deferred|expectations|workflow|instructions|working rules|log|directive|directives",
    "zh": "技能|文件|文档|命令|上下文|环境|规则|约束|禁止|注意|必记|参考|模板|背景|历史|阻塞|提示词|决策|決策|决定|決定",
    "ja": "ファイル|ドキュメント|コマンド|環境|ルール|条件|方針|守る|注意|参考|テンプレート|履歴|メモ|ブロッカー|プロンプト|読む|決定|判断",
    "ko": "파일|문서|명령|환경|규칙|주의|참고|템플릿|이력|블로커|메모|변경|결정",
    "pt": "arquivo|arquivos|documentos|comando|comandos|contexto|ambiente|regras|referencias|modelo|historico|"
    "bloqueios|notas|riscos|decisoes|dicas",
    "es": "archivo|archivos|documentos|comando|comandos|contexto|entorno|reglas|referencias|plantilla|historial|"
    "bloqueos|notas|riesgos|decisiones|consejos|trucos",
    "fr": "fichier|fichiers|documents|commande|commandes|contexte|environnement|regles|references|modele|historique|"
    "blocages|notes|risques|decisions|astuces|conseils",
    "de": "datei|dateien|dokumente|befehl|befehle|kontext|umgebung|regeln|referenzen|vorlage|verlauf|blocker|"
    "notizen|hinweise|risiken|entscheidungen|tipps",
    "it": "file|documenti|comando|comandi|contesto|ambiente|regole|riferimenti|modello|cronologia|blocchi|note|"
    "rischi|decisioni|consigli|trucchi",
    "vi": "tep|tai lieu|lenh|ngu canh|moi truong|quy tac|tham khao|mau|lich su|ghi chu|quyet dinh",
    "ru": "файлы|документы|команды|контекст|окружение|правила|ограничения|история|заметки|решения",
    "tr": "dosyalar|belgeler|komutlar|baglam|ortam|kurallar|gecmis|notlar|kararlar",
}
# Headings that say the step themselves: "Start with the parser".
SAYING: Mapping[str, str] = {
    "en": "start with|begin with|continue with|carry on with|resume with|work on next|kick off with",
    "pt": "comecar por|comece por|continuar com|continuar por|seguir com",
    "es": "empezar por|empieza por|continuar con|seguir con|comenzar por",
    "fr": "commencer par|commencez par|continuer avec|reprendre par|continuer par",
    "de": "weiter mit|weitermachen mit|beginne mit|starte mit",
    "it": "iniziare da|inizia da|ripartire da|continuare con|riprendere da",
    "vi": "tiep tuc voi|bat dau bang|bat dau voi",
}
LEVEL: Mapping[str, str] = {  # how urgent something is: "Priority: medium, nobody sees it" is no step
    "en": "high|medium|low|critical|urgent|normal|highest|lowest|none", "zh": "高|中|低", "ja": "高|中|低", "ko": "높음|보통|낮음|상|중|하",
    "pt": "alta|media|baixa|critica", "es": "alta|media|baja|critica", "fr": "haute|moyenne|basse|elevee|faible", "de": "hoch|mittel|niedrig|gering",
    "it": "alta|media|bassa", "vi": "cao|trung binh|thap", "ru": "высокий|средний|низкий|высокая|средняя|низкая", "tr": "yuksek|orta|dusuk",
}  # fmt: skip
SEVERAL: Mapping[str, str] = {  # how the parts below a heading are to be taken: "Next — exact sequence", "three tasks"
    "en": "sequence|order|ordered|tasks|items|steps|fixes|bugs|things|points|jobs|all two|all three|all four|both",
    "zh": "顺序|順序|任务|步骤", "ja": "順序|順番|手順|件", "ko": "순서|단계",
    "pt": "sequencia|ordem|tarefas|passos|itens", "es": "secuencia|orden|tareas|pasos|puntos", "fr": "sequence|ordre|taches|etapes|points",
    "de": "reihenfolge|aufgaben|schritte|punkte", "it": "sequenza|ordine|compiti|passi|punti", "vi": "thu tu|cac buoc", "ru": "порядок|шаги|задачи", "tr": "sira|adimlar",
}  # fmt: skip
ORDER: Mapping[str, str] = {  # beside next words: how the steps stand
    "en": "in order|in this order|in order of priority|by priority|in priority order|ordered|prioritized|prioritised",
    "zh": "按顺序|按優先級|按优先级", "ja": "順番に|優先順に|優先順", "ko": "순서대로|우선순위순", "pt": "em ordem|por ordem|por prioridade|em ordem de prioridade",
    "es": "en orden|por orden|por prioridad|en orden de prioridad", "fr": "dans l'ordre|par ordre|par priorite|par ordre de priorite",
    "de": "der reihe nach|nach prioritat|in dieser reihenfolge", "it": "in ordine|per priorita|in ordine di priorita", "ru": "по порядку|по приоритету", "tr": "sirayla",
}  # fmt: skip
REFERENCE: Mapping[str, str] = {  # what a line names that only says where it stands: "Plan: `docs/plan.md`"
    "en": "plan|roadmap|spec|specs|specification|design|doc|docs|document|documentation|reference|references|file|files|report|log|notes|prd|adr|tracker|"
    "context|background|source|details|backlog|todo|summary|architecture|guide|runbook|checklist|handoff|brief|map",
    "zh": "计划|計劃|路线图|规格|设计|文档|文檔|参考|文件|报告|日志|清单|详情", "ja": "計画|ロードマップ|仕様|設計|文書|資料|参照|ファイル|報告|ログ|詳細",
    "ko": "계획|로드맵|명세|설계|문서|참고|파일|보고서|로그", "pt": "plano|roteiro|especificacao|documento|referencia|arquivo|relatorio|detalhes",
    "es": "plan|hoja de ruta|especificacion|documento|referencia|archivo|informe|detalles", "fr": "plan|feuille de route|specification|document|reference|fichier|rapport|details",
    "de": "plan|fahrplan|spezifikation|dokument|referenz|datei|bericht|details", "it": "piano|specifica|documento|riferimento|file|rapporto|dettagli",
    "vi": "ke hoach|tai lieu|tham khao", "ru": "план|документ|спецификация|файл|отчет", "tr": "plan|belge|kaynak|dosya|rapor",
}  # fmt: skip
ONE: Mapping[str, str] = {  # headings for one step, which prose may say
    "en": "next step|next action|next task|next move|immediate next step|immediate next action|exact next step|exact next action|the next step|"
    "next concrete step|next concrete action|single next action|very next step|recommended next step|recommended next action",
    "pt": "proximo passo|proxima acao|proxima tarefa|passo seguinte",
    "es": "siguiente paso|proximo paso|siguiente accion|proxima accion|siguiente tarea|proxima tarea",
    "fr": "prochaine etape|prochaine action|prochaine tache|etape suivante",
    "de": "nachster schritt|nachste aktion|nachste aufgabe",
    "it": "prossimo passo|prossima azione|prossima attivita",
    "vi": "buoc tiep theo|viec tiep theo",
    "ru": "следующий шаг|следующее действие|следующая задача",
    "tr": "sonraki adim|siradaki adim",
}
IN_PROSE: Mapping[str, str] = {  # one step too, where a sentence says it; a heading groups by them
    "en": "your first task|your next task|your task now|the first task|first thing to do|next work|next job|next thing to do|what remains|what is left|what's left|all that remains|all that is left|the only thing left|the one thing left",
    "zh": "剩下的|剩余的工作|唯一剩下的|下一步|下一个任务|下一步工作|下一個任務", "ja": "残りの作業|残っているの|残る作業|次|次の作業|次のステップ|次のタスク|次にやること",
    "ko": "남은 것|남은 일|남은 작업|다음 작업|다음 단계|다음 할 일|다음에 할 일|다음", "pt": "o que falta|o que resta", "es": "lo que queda|lo que falta",
    "fr": "ce qui reste", "de": "was noch fehlt|was bleibt", "it": "quello che resta|cio che resta",
}  # fmt: skip
WE_ARE_HERE: Mapping[str, str] = {  # what a plan's table marks the row with where the work stands
    "en": "you are here|we are here|i am here|are here now", "zh": "我们在这里|目前在这里|当前位置|我們在這裡", "ja": "いまここ|今ここ", "ko": "지금 여기|현재 위치", "pt": "estamos aqui|voce esta aqui",
    "es": "estamos aqui|estas aqui", "fr": "nous sommes ici|vous etes ici|on est ici", "de": "wir sind hier|hier sind wir|du bist hier", "it": "siamo qui|sei qui",
    "vi": "dang o day", "ru": "мы здесь|вы здесь", "tr": "buradayiz|buradasin",
}  # fmt: skip
LEFT: Mapping[str, str] = {  # how a sentence begins that says what is left to do
    "en": "still to do is|still missing is|what is missing is|we still need to|we still have to|i still need to|i still have to|you still need to|it remains to|what i did not get to is",
    "zh": "接下来需要|接下来要|接下来应|还需要|还需|还差|接下來需要|接下來要|還需要|還差", "ja": "残りは|残っているのは|あとは", "ko": "남은 것은|남은 작업은|남은 일은",
    "pt": "falta|faltam|ainda falta|resta|restam|so falta", "es": "falta|faltan|queda por|quedan por|solo falta|resta|hay que",
    "fr": "il reste a|reste a|il faut encore|il faut maintenant|il manque encore", "de": "es fehlt noch|es fehlen noch|noch zu tun ist|offen ist noch|es bleibt noch|es muss noch",
    "it": "resta da|restano da|rimane da|rimangono da|manca|mancano|bisogna ancora", "vi": "con phai|can phai|con lai la", "ru": "осталось|остается|нужно еще", "tr": "geriye kalan",
}  # fmt: skip
# A text to be pasted into the next session.
PROMPT: Mapping[str, str] = {
    "en": "prompt|paste|copy-paste|copy paste|kickoff message|opening message|first message|starter message",
    "zh": "提示词|粘贴|复制|开场白|启动语|提示詞",
    "ja": "プロンプト|貼り付け|コピペ",
    "ko": "프롬프트|붙여넣기|복사",
    "pt": "prompt|colar|cole|mensagem inicial",
    "es": "prompt|pegar|pega|mensaje inicial",
    "fr": "prompt|coller|collez|message initial",
    "de": "prompt|einfugen|kopieren|startnachricht",
    "it": "prompt|incollare|incolla|messaggio iniziale",
    "vi": "prompt|dan vao|sao chep",
    "ru": "промпт|вставить|скопировать",
    "tr": "prompt|yapistir|kopyala",
}
# To whom something is said: what stands there need not be a step.
WHOM: Mapping[str, str] = {
    "en": "for the next session|for next session|for the next agent|for next agent|for the next chat|for the next developer|for the next person|for the next assistant|"
    "for the next instance|for the next reader|for the next maintainer|for the next conversation|for the next model|for the next claude|for the next dev|"
    "to the next session|to next session|to the next agent|to next agent|to the next chat|to the next developer|to the next person|to the next assistant|to the next reader",
    "pt": "para a proxima sessao|para o proximo agente|para a proxima ia|ao proximo agente|para o proximo",
    "es": "para la proxima sesion|para el proximo agente|para la siguiente sesion|para el siguiente agente|para la proxima ia|al siguiente agente",
    "fr": "pour la prochaine session|pour le prochain agent|pour l'agent suivant|pour la session suivante|au prochain agent",
    "de": "fur die nachste session|fur die nachste sitzung|fur den nachsten agenten|fur den nachsten|fur das nachste|an das nachste|an die nachste|an den nachsten|fur die nachste ki",
    "it": "per la prossima sessione|per il prossimo agente|per la prossima ia|al prossimo agente",
    "vi": "cho phien sau|cho phien tiep theo|cho nguoi tiep theo|cho agent tiep theo",
    "ru": "для следующей сессии|для следующего агента",
}
# What is done there: with one of these "for the next session" is of steps.
WORK: Mapping[str, str] = {
    "en": "task|tasks|work|plan|goal|goals|job|jobs|focus|agenda|action|actions|steps|list|checklist|reminder|reminders|backlog",
    "pt": "tarefa|tarefas|trabalho|plano|objetivo|objetivos|foco|acoes|passos|lista|lembrete|lembretes",
    "es": "tarea|tareas|trabajo|plan|objetivo|objetivos|foco|acciones|pasos|lista|recordatorio|recordatorios",
    "fr": "tache|taches|travail|plan|objectif|objectifs|actions|etapes|liste|rappel|rappels",
    "de": "aufgabe|aufgaben|arbeit|arbeiten|plan|ziel|ziele|schritte|liste|erinnerung|erinnerungen",
    "it": "compito|compiti|lavoro|piano|obiettivo|obiettivi|azioni|passi|lista|attivita|promemoria",
    "vi": "viec|nhiem vu|cong viec|ke hoach|muc tieu",
    "ru": "задача|задачи|план|цель|цели",
}
# These name who or what comes next, not what is to be done.
NEXT_OTHER: Mapping[str, str] = {
    "en": "recommended next agent|suggested next agent|assigned next agent|next agent type|next agent model|next model|next owner|"
    "next review|next review date|next meeting|next sync|next update|next release date",
    "es": "siguiente resultado esperado|proximo resultado esperado|siguiente revision|proxima revision|proxima reunion",
    "pt": "proximo resultado esperado|proxima revisao|proxima reuniao",
}
# A heading that says one of these beside its next words speaks of more than the next step.
MIXED: Mapping[str, str] = {
    "en": "resume instructions|resume procedure|how to resume|how to start|how to begin|how to open|how to launch|current|state|status|summary|overview|known|issues|progress|limitations|open|completed",
    "zh": "现状|当前|状态|概览|已知|问题|已完成",
    "ja": "現状|現在|状態|概要|既知|課題|完了",
    "ko": "현황|현재|상태|개요|알려진|완료",
    "pt": "como retomar|estado|atual|situacao|resumo|concluido",
    "es": "como retomar|estado|actual|situacion|resumen|completado",
    "fr": "reprendre la session|comment reprendre|etat|actuel|resume|situation|termine",
    "de": "stand|aktuell|zustand|uberblick|erledigt",
    "it": "come riprendere|stato|attuale|riepilogo|situazione|completato",
    "vi": "trang thai|hien tai|tom tat|hoan thanh",
    "ru": "статус|состояние|известные|проблемы",
    "tr": "durum|bilinen|sorunlar",
}
SETTLED: Mapping[str, str] = {  # directly before or behind the words for what is open: it is so no more
    "en": "resolved|closed|completed|finished|solved",
    "zh": "已解决|已完成|已处理|已关闭",
    "ja": "解決済み|対応済み|完了済み",
    "ko": "해결된|완료된|처리된",
    "pt": "resolvidas|resolvidos|resolvida|resolvido|concluidas|concluidos|fechadas|fechados",
    "es": "resueltas|resueltos|resuelta|resuelto|cerradas|cerrados|completadas|completados",
    "fr": "resolus|resolues|terminees|termines|closes",
    "de": "erledigt|erledigte|geloste|abgeschlossene",
    "it": "risolte|risolti|completate|completati|chiuse|chiusi",
    "ru": "решенные|закрытые|выполненные",
}
URGENT: Mapping[str, str] = {  # how urgent something is; not whether it is a step
    "en": "priority|priorities|immediate|short term|short-term|medium term|medium-term|long term|long-term|optional",
    "zh": "优先级|优先",
    "ja": "優先度|優先",
    "ko": "우선순위|우선",
    "pt": "prioridade|prioridades",
    "es": "prioridad|prioridades",
    "fr": "priorite|priorites",
    "de": "prioritat|prioritaten",
    "it": "priorita",
    "vi": "uu tien",
    "ru": "приоритет|приоритеты",
    "tr": "oncelik|oncelikli|oncelikler",
}
LOWER: Mapping[str, str] = {
    "en": "medium|low|lower|optional|later|p2|p3|p4|long term|long-term",
    "zh": "中|低|次要|可选|长期",
    "ja": "中|低|任意|長期",
    "ko": "중간|낮음|낮은|선택|장기",
    "pt": "media|baixa|opcional|longo prazo",
    "es": "media|baja|opcional|largo plazo",
    "fr": "moyenne|basse|faible|optionnel|long terme",
    "de": "mittel|mittlere|niedrig|niedrige|optional|langfristig",
    "it": "media|bassa|opzionale|lungo termine",
    "vi": "trung binh|thap|tuy chon|dai han",
    "ru": "средний|низкий|необязательно",
    "tr": "orta|dusuk|istege bagli",
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
COLUMN: Mapping[str, str] = {  # the column of a table in which the steps stand
    "en": "task|tasks|item|action|step|next step|next action|what|todo|to do|title|description|work|issue|what to do|remaining",
    "zh": "任务|事项|内容|待办|下一步|行动|工作|工作项|项目|任務|事項|內容|待辦",
    "ja": "タスク|内容|作業|項目|作業内容|やること|次の作業|次のアクション|課題|件名",
    "ko": "작업|항목|내용|할 일|다음 작업|과제|작업 내용",
    "pt": "tarefa|item|acao|passo|o que|descricao|pendencia|proximo passo",
    "es": "tarea|elemento|accion|paso|que|descripcion|pendiente|siguiente paso|proximo paso",
    "fr": "tache|action|etape|quoi|description|sujet|chantier|prochaine etape",
    "de": "aufgabe|aktion|schritt|was|beschreibung|punkt|thema|nachster schritt",
    "it": "attivita|azione|passo|cosa|descrizione|voce|compito|prossimo passo",
    "vi": "viec|cong viec|nhiem vu|noi dung|hanh dong|mo ta|viec can lam|hang muc",
    "ru": "задача|действие|шаг|что|описание",
    "tr": "gorev|is|adim|eylem|aciklama",
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
    "en": "what blocked|what stopped|waiting on|blocking issues|stopped at|stopped here|why it stopped|why this stopped|reason stopped|interrupted|interrupted at|left off because|"
    "why stopped|why paused|why i stopped|why we stopped|reason for stopping|reason for handoff|handoff reason|stopped because|"
    "stop reason|blocker|blockers|blocked|blocked on|blocking|stopping point|paused at|stuck",
    "zh": "阻塞项|阻碍|中断点|停下原因|受阻|障碍|堵点|停止于|"
    "停止原因|中断原因|暂停原因|为什么停|阻塞|阻塞点|卡点|卡住",
    "ja": "停止した理由|ブロック中|ブロック要因|阻害要因|止めた理由|中断した|"
    "中断理由|停止理由|ブロッカー|中断した理由|詰まっている|止まっている理由|中断箇所",
    "ko": "중단한 이유|막혀|블로킹|장애물|멈춘 이유|중단 지점|"
    "중단 이유|중단 사유|블로커|막힌|차단",
    "pt": "impedimento|bloqueadores|bloqueador|por que parei|parado em|parou em|"
    "motivo da parada|por que paramos|por que parou|bloqueios|bloqueio|bloqueado|impedimentos",
    "es": "bloqueantes|bloqueante|bloqueadores|por que paro|parado en|se detuvo en|"
    "motivo de la parada|por que paramos|por que se paro|bloqueos|bloqueo|bloqueado|impedimentos",
    "fr": "bloqueurs|bloquant|points de blocage|pourquoi on s'arrete|interrompu|"
    "raison de l'arret|pourquoi arrete|motif d'arret|blocages|blocage|bloque|bloquants|points bloquants",
    "de": "hindernis|warum unterbrochen|abbruchgrund|unterbrochen|unterbrechung|"
    "warum gestoppt|grund fur die unterbrechung|unterbrochen weil|blocker|blockiert|blockaden|hindernisse",
    "it": "bloccante|perche ci siamo fermati|ostacoli|fermo a|"
    "motivo dell'interruzione|perche fermi|blocchi|bloccato|impedimenti|bloccanti",
    "vi": "diem nghen|bi ket|rao can|ly do tam dung|dung o|"
    "ly do dung|vuong mac|tro ngai|bi chan",
    "ru": "препятствия|почему остановилась|"
    "почему остановились|причина остановки|блокеры|блокер|заблокировано",
    "tr": "neden durduk|engelleyen|"
    "neden durdu|engeller|engel",
}
STATE: Mapping[str, str] = {
    "en": "state of things|state of play|project status|current progress|progress so far|where things are|snapshot|"
    "current state|current status|where we are|where things stand|where it stands|state of the work|status|state|"
    "current position|situation",
    "zh": "当前进展|目前进度|目前进展|项目进度|进展|进度|完成情况|狀態|現狀|目前狀態|"
    "当前状态|现状|当前进度|目前状态|项目状态",
    "ja": "現在の進捗|進捗状況|進捗サマリ|ステータス|今の状態|現在地|現況|"
    "現在の状態|現状|現在の状況|状態|進捗",
    "ko": "현재 진행|진행 상태|진행상황|작업 상태|현재까지|상태|"
    "현재 상태|현황|현재 상황|진행 상황",
    "pt": "estado|situacao|status|status atual|progresso|andamento|"
    "estado atual|situacao atual|onde estamos",
    "es": "estado|situacion|estado del proyecto|donde quedamos|progreso|avance|"
    "estado actual|situacion actual|donde estamos",
    "fr": "etat|statut|situation|avancement|ou on en est|etat du projet|point d'avancement|"
    "etat actuel|etat des lieux|ou en est-on|situation actuelle",
    "de": "status|zustand|stand der dinge|projektstand|fortschritt|ist-stand|aktueller status|aktueller zustand|"
    "aktueller stand|stand|derzeitiger stand|wo wir stehen",
    "it": "stato|situazione|stato del progetto|avanzamento|dove siamo|"
    "stato attuale|situazione attuale|a che punto siamo",
    "vi": "trang thai|tinh hinh|tien do|"
    "trang thai hien tai|hien trang|tinh hinh hien tai",
    "ru": "текущий статус|прогресс|положение дел|"
    "текущее состояние|состояние|статус|где мы сейчас",
    "tr": "ilerleme|"
    "mevcut durum|su anki durum|durum",
}
# Beside these "status" is of a part, not of the work.
PART: Mapping[str, str] = {
    "en": "branch|branches|git|ci|build|builds|test|tests|testing|pr|prs|api|endpoint|endpoints|server|migration|migrations|file|files|management|machine|"
    "codes|check|checks|verification|component|components|dependency|dependencies|validation",
    "zh": "分支|构建|测试|文件|接口|管理|验证",
    "ja": "ブランチ|ビルド|テスト|ファイル|管理|検証",
    "ko": "브랜치|빌드|테스트|파일|관리|검증",
    "pt": "branch|testes|arquivos|build",
    "es": "rama|pruebas|archivos|compilacion",
    "fr": "branche|tests|fichiers|compilation",
    "de": "branch|tests|dateien|verifikationsstand|build",
    "it": "ramo|test|file|compilazione",
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
