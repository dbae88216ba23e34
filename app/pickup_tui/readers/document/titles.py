"""The words of titles by language: what every handoff's title has, and what its goal stands under (see words.py)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

HANDOFF: Mapping[str, str] = {
    "en": "handoff|hand-off|hand off|handoffs|handover|hand-over|hand over|continue here|continue-here|continuation|resume note|resume here|"
    "next session|next-session|session state|session notes|session summary",
    "zh": "交接文档|交接报告|交接说明|交接记录|交接文檔|交接報告|交接說明|交接記錄|移交文檔|接手文檔|交接文件|交接书|交接|移交文档|移交|接手文档|接手说明|接续文档|"
    "续接说明|续接文档|续接|续作说明|续作|接力文档|接力说明|接力棒|接力|断点续传|断点|恢复指南|移交说明|移交书|接续说明|接续|交班",
    "ja": "引き継ぎ|引継ぎ|引継|引きつぎ|ひきつぎ|申し送り|ハンドオフ|引き継ぎ書|引継書|"
    "ハンドオーバー|引き渡し|引渡し|再開メモ|再開ガイド|バトンタッチ|バトン",
    "ko": "인수인계 문서|인수인계문서|인계 문서|인수인계서|인수인계|인계서|인계|핸드오프|인수 인계|"
    "이어서 작업하기|이어하기|인계 문서|재개 가이드|전달 사항|핸드오버",
    "pt": "passagem de bastao|transferencia|passagem de servico|passagem de contexto|repasse|continue daqui|"
    "passagem de turno|retomada|ponto de retomada|retomar daqui|continuacao|entrega de sessao|troca de turno",
    "es": "traspaso|relevo|continuar aqui|entrega de turno|pase de turno|transferencia|"
    "retomar aqui|punto de retoma|continuacion|entrega de sesion|cambio de turno|paso de testigo|relevo de turno|pase de contexto",
    "fr": "passation|transmission|passage de relais|releve|reprise|"
    "relais|reprendre ici|point de reprise|fichier de reprise|passage de temoin|passage de flambeau|suite de session",
    "de": "ubergabe|uebergabe|ubergabedokument|ubergabeprotokoll|sitzungsubergabe|ubergabenotiz|"
    "projektubergabe|kontextubergabe|arbeitsubergabe|staffelubergabe|staffelstab|entwicklerubergabe|teamubergabe|agentenubergabe|chatubergabe|sessionubergabe|ubergabebericht|ubergabestand|ubergabeplan|ubergabenotizen|ubergabedatei|ubergabeprompt|fortsetzung|fortsetzungsprompt|wiedereinstieg|hier weitermachen|weitermachen",
    "it": "passaggio di consegne|consegne|passaggio|consegna|continua da qui|riprendere da qui|"
    "ripresa|punto di ripresa|ripartenza|passaggio di testimone|testimone|continuazione|riprendi da qui|passaggio di sessione",
    "vi": "ban giao|chuyen giao|"
    "tiep tuc tu day|chuyen ca|giao ca|tiep noi",
    "ru": "передача дел|передача|хэндофф|хендофф|эстафета|"
    "продолжение|передача сессии|передача контекста|точка возобновления",
    "tr": "devir|devir notu|devir teslim|devir-teslim|"
    "devri|devam noktasi|kaldigimiz yer|oturum devri",
    "id": "serah terima|serah-terima|pengalihan|alih tugas|lanjutan",
    "ar": "تسليم|التسليم|استلام|تسليم واستلام",
}
FILLER: Mapping[str, str] = {  # says nothing when nothing else is said
    "en": "session|document|doc|docs|documentation|file|files|note|notes|next|agent|agents|for|the|of|to|and|a|an|in|on|from|with|"
    "claude|codex|code|claude code|cursor|gemini|copilot|opencode|ai|llm|work|working|context|pack|portable|project|continuity|"
    "transfer|report|summary|brief|briefing|prompt|log|status|state|current|latest|new|fresh|development|dev|developer|"
    "team|portable|tool-agnostic|md|json|generated|updated|last updated|date|as of|end|end of|day|version|v1|v2|v3|"
    "template|info|information|update|start here|read first|read this first|index|active|pickup|resume|stopping point",
    "zh": "文档|项目|会话|开发|报告|说明|记录|新|给|下一个|下一位|的|和|与|工作|进度|状态|上下文|总结|本次|当前|最新|档|书|窗口|对话|版|文檔|項目|專案|會話|開發|報告|說明|記錄|下一個|進度|狀態|總結|當前|檔|書|對話",
    "ja": "ドキュメント|セッション|作業|メモ|資料|書|用|プロンプト|プロジェクト|次|次回|の|へ|現在|最新|開発|情報|内容|ファイル|専用|時点|"
    "まとめ|記録|事項|向け",
    "ko": "갱신|문서|세션|작업|프로젝트|서|메모|노트|다음|개발|현재|최신|정리|기록|보고서|요약|용|기준|현재|새",
    "pt": "sessao|documento|notas|nota|para|o|a|de|do|da|proximo|proxima|agente|projeto|contexto|estado|trabalho|e|nova|continuidade|desenvolvimento|"
    "atualizado|em|resumo",
    "es": "sesion|documento|notas|nota|para|el|la|de|del|proximo|proxima|siguiente|agente|proyecto|contexto|estado|trabajo|y|a|nueva|nuevo|en|"
    "desarrollo|actualizado|resumen",
    "fr": "session|document|notes|note|pour|le|la|les|de|du|des|prochain|prochaine|agent|projet|contexte|etat|travail|et|nouvelle|suivant|suivante|"
    "developpement|a jour|resume",
    "de": "sitzung|dokument|notizen|notiz|fur|die|der|das|den|nachste|nachsten|agent|agenten|projekt|kontext|stand|arbeit|und|vom|"
    "an|am|entwicklung|zusammenfassung",
    "it": "sessione|documento|note|nota|per|il|la|di|del|della|prossimo|prossima|agente|progetto|contesto|stato|lavoro|lavori|dei|e|nuova|in|altra|continuazione|"
    "sviluppo|aggiornato|riepilogo",
    "vi": "phien|tai lieu|ghi chu|cho|tiep theo|du an|ngu canh|cong viec|va|phien lam viec|trang thai|noi dung|bien ban|ngay|moi",
    "ru": "сессия|сессии|документ|заметки|проект|для|следующей|следующая|итоги|контекст|состояние|статус|работа|и|на|от|по",
    "tr": "oturum|belge|belgesi|notu|notlari|proje|icin|sonraki|ozet|baglam|durum|ve",
    "id": "sesi|dokumen|catatan|berikutnya|untuk|proyek|status|ringkasan|dan|saat ini|konteks|agen",
    "ar": "الجلسة|جلسة|وثيقة|ملاحظات|مشروع|المشروع|القادمة|التالية|السياق|ملف",
}
VAGUE: Mapping[str, str] = {  # a title of nothing but these, of handoff words and filler, says nothing; beside others they stay
    "en": "original|blocking|constraint|constraints|critical|read before anything else|before anything else|snapshot|compact|protocol|read this|then|start|priorities|engineering|technical|shift|live|rolling|master|main|complete|full|final|quick|short|shared|common|cross-session|multi-session|"
    "multi-agent|cross-agent|inter-agent|agent-to-agent|cold start|cold-start|copy-paste|copy paste|ready-to-paste|paste|chat|chats|conversation|"
    "thread|window|carry-over|carryover|carry over|read me first|wrap-up|wrap up|wrapup|wrap|closeout|close-out|closing|work in progress|wip|progress|"
    "checkpoint|checkpoints|where we left off|where i left off|where to resume|where we are|where things stand|pick up here|next steps|next step|"
    "remaining work|continuity|restart|re-entry|knowledge|kt|knowledge transfer|opus|sonnet|haiku|gpt|chatgpt|openai|anthropic|llms|"
    "windsurf|cline|aider|human|owner|operator|maintainer|daily|weekly|evening|morning|afternoon|night|overnight|eod|am|pm|monday|tuesday|"
    "wednesday|thursday|friday|saturday|sunday|mon|tue|wed|thu|fri|sat|sun|instructions|guide|memo|important|canonical|official|source of truth|single source of truth|"
    "internal|local|global|detailed|self-contained|future|between|across|by|this|is|here|first|please|all|sessions|previous|last|prior",
    "zh": "协议|规范|協議|規範|下次|下一次|下一|接手|当|指南|提示词|启动|日志|次|轮|第|换机|换电脑|清单|备忘录|备忘|多智能体|智能体|多代理|代理|共享|共用|协作|人工智能|助手|模型|交班|须知|"
    "必读|先读|阅读|指引|续|续写|重启|快照|检查点|阶段性|最终|完整|详细|简要|技术|研发|工程|用|者|后续|今日|今天|晚上|上午|下午|周一|周二|周三|周四|周五|周六|周日|星期一|星期二|星期三|星期四|星期五|星期六|星期日|版本",
    "ja": "マニュアル|再開|再開するため|ノート|スレッド|チャット|新しい|新規|エージェント|共有|共通|終了|開始|指示書|指示|担当者|担当|版|第|回|ログ|ガイド|続きから|現状|状況|状態|進捗|進行|"
    "完全|最終|詳細|簡易|技術|技術的|自分|後任|別|他|間|と|を|に|ため|このファイル|まず読む|最初に読む|はじめに|必読|日次|朝|夜|夕方|午前|午後|月曜|火曜|水曜|木曜|金曜|土曜|日曜|日|窓|会話|作業者|者|手順",
    "ko": "이어서|여기부터|읽기|작업하기|이어하기|이어가기|프롬프트|일지|현황|상태|채팅|대화|창|에이전트에게|에이전트|작업자|담당자|사항|노트|시작|종료|가이드|공용|공유|공통|최종|전체|상세|간단|기술|회|제|번째|새로운|"
    "으로|로|을|를|의|위한|중|진행|체크포인트|멀티|먼저 읽기|필독|오전|오후|저녁|아침|월요일|화요일|수요일|목요일|금요일|토요일|일요일",
    "pt": "atual|tecnico|tecnica|completo|completa|final|rapido|compartilhado|compartilhada|entre|agentes|sessoes|sessao|continuacao|onde paramos|registro|diario|"
    "log|turno|geral|mestre|ultimo|ultima|chat|conversa|janela|leia primeiro|comece aqui|andamento|em andamento|progresso|estado|da|das|dos|nova|novo|encerramento|fim|"
    "segunda|terca|quarta|quinta|sexta|sabado|domingo|noite|manha|tarde|interno|ponto|prompt",
    "es": "actual|tecnico|tecnica|completo|completa|final|rapido|compartido|compartida|entre|agentes|sesiones|donde quedamos|registro|bitacora|diario|entrega|"
    "turno|general|maestro|ultimo|ultima|chat|conversacion|ventana|leer primero|empieza aqui|progreso|en curso|cierre|fin|continuidad|los|las|al|"
    "lunes|martes|miercoles|jueves|viernes|sabado|domingo|noche|manana|tarde|interno|punto|prompt",
    "fr": "actuel|actuelle|courant|courante|dernier|derniere|technique|complet|complete|final|finale|rapide|partage|partagee|entre|agents|sessions|ou on en est|"
    "ou nous en sommes|journal|compte rendu|compte-rendu|fichier|point|fin|continuite|general|conversation|chat|fenetre|a lire|a lire en premier|commencer ici|"
    "en cours|avancement|au|aux|un|une|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|soir|matin|prompt|interne|memo",
    "de": "aktuelle|aktueller|aktuelles|aktuellen|letzte|letzter|technische|technisches|vollstandige|finale|kurze|gemeinsame|zwischen|sitzungen|sitzungsprotokoll|"
    "sitzungsnotizen|sessions|arbeitsstand|projektstand|entwicklungsstand|stand der dinge|zuerst lesen|protokoll|bericht|status|fortschritt|laufende|neue|neuer|"
    "neues|ein|eine|einer|zum|zur|von|mit|chat|gesprach|fenster|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|abend|morgen|ende|start|prompt|interne|memo|zwischenstand",
    "it": "attuale|ultimo|ultima|tecnico|tecnica|completo|completa|finale|rapido|condiviso|condivisa|tra|fra|agenti|sessioni|diario|registro|fine|continuita|generale|"
    "chat|conversazione|finestra|leggere prima|inizia qui|avanzamento|in corso|al|ai|alla|dal|dalla|un|una|lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica|"
    "sera|mattina|prompt|interno|memo|dove eravamo",
    "vi": "cap nhat|cap nhat lan cuoi|lan cuoi|hien tai|tom tat|ky thuat|ket thuc|nhat ky|moi nhat|sau|lam viec|cuoi|chung|giua|cac|tac tu|day du|ngan gon|lich su|tien do|dang lam|doc truoc|bat dau|"
    "hoi thoai|cua so|thu hai|thu ba|thu tu|thu nam|thu sau|thu bay|chu nhat|lan|tu|toi|sang|chieu",
    "ru": "текущее|текущий|последняя|последний|техническая|полная|краткая|общая|между|агентами|журнал|новая|чат|чата|нового|следующего|агента|прогресс|контекста",
    "tr": "mevcut|guncel|son|teknik|tam|kisa|ortak|arasi|ajan|ajanlar|gunluk|yeni|sohbet|ilerleme",
    "id": "terakhir|terbaru|teknis|lengkap|singkat|bersama|antar|selanjutnya|baru|kemajuan|percakapan",
    "ar": "الحالية|الحالي|الحالة|الأخير|الأخيرة|التقني|من|إلى|بين|الوكيل|محادثة|جديدة|تقرير|ملخص",
}
GOAL: Mapping[str, str] = {
    "en": "goal|goals|objective|in-flight task|in-flight work|in flight|what|summary|task|tasks|task(s)|current task|active task|feature|topic|title|focus|"
    "current focus|mission|tl;dr|tldr|quick summary|executive summary|one-line state|one-liner|in one sentence|one-sentence summary|at a glance|overview|"
    "subject|scope|current work|what this is about|headline|story|epic|ticket|issue|work in progress|current session|session did|session focus|session goal|session topic|task goal|task target|work item|where we left off|"
    "this session|session title|session name|session theme|project goal|project goals|project objective|project overview|project summary|main goal|overall goal|the goal|project intent|what we are building|what i was doing|what happened|what just happened",
    "zh": "这是什么|这是个什么项目|目标|任务|目標|任務|當前任務|當前目標|目前目標|目前任務|目前目标|目前任务|主題|概要|摘要|主题|当前任务|本次任务|一句话|一句话总结|项目概述|项目概览|项目目标|项目简介|概述|任务目标|任务背景|改造目标|背景|当前目标|本次会话|这个项目是什么",
    "ja": "これは何か|これは何|何をしているか|今の作業|現在の作業|目的|目標|概要|要約|タスク|現在のタスク|サマリー|サマリ|テーマ|プロジェクト概要|プロジェクトの目的|作業内容|やっていること|背景|ゴール",
    "ko": "이게 뭔가|이것은 무엇인가|무엇인가|지금 작업|지금 하는 일|진행 작업|목표|현재 목표|세션 목적|목적|요약|작업|현재 작업|개요|주제|프로젝트 개요|프로젝트 목표|배경|한 줄 요약|한눈에|작업 내용",
    "pt": "objetivo|objetivos|objetivo do projeto|objetivo geral|resumo|resumo executivo|tarefa|tarefa atual|o que e|visao geral|o que estamos construindo|foco|contexto atual",
    "es": "objetivo|objetivos|objetivo del proyecto|objetivo general|resumen|tarea|tarea actual|que es|vision general|en una frase|que es esto|foco|resumen ejecutivo",
    "fr": "c'est quoi|de quoi il s'agit|resume de session|resume de la session|resume du projet|resume executif|resume rapide|objectif|objectifs|objectif global|objectif du projet|resume|tache|tache actuelle|but|en bref|vue d'ensemble|sujet|en une phrase|contexte",
    "de": "ziel|ziele|projektziel|zweck|in einem satz|stand in einem satz|kurz gesagt|aufgabe|zusammenfassung|worum es geht|kurzfassung|thema|uberblick|auftrag|kurz|ausgangslage",
    "it": "obiettivo|obiettivi|in una frase|cos'e il progetto|riepilogo|sommario|compito|attivita|in breve|panoramica|scopo|tema",
    "vi": "muc tieu|tom tat|nhiem vu|tong quan|chu de|cong viec hien tai|boi canh",
    "ru": "цель|цели|задача|кратко|резюме|контекст|что это|обзор",
    "tr": "hedef|amac|gorev|ozet|nedir",
}
STAGE: Mapping[str, str] = {  # parts of a plan that are numbered
    "en": "session|phase|stage|milestone|sprint|wave|epic|task|story|part|round|iteration|track|step|day|slice|pr|issue",
    "zh": "会话|阶段|里程碑|迭代|任务|步骤|批次|轮",
    "ja": "セッション|フェーズ|ステージ|マイルストーン|スプリント|タスク|段階|工程",
    "ko": "세션|단계|페이즈|마일스톤|스프린트|작업|라운드",
    "pt": "sessao|fase|etapa|marco|tarefa|rodada",
    "es": "sesion|fase|etapa|hito|tarea|ronda",
    "fr": "session|seance|phase|etape|jalon|tache|lot",
    "de": "sitzung|phase|etappe|meilenstein|aufgabe|schritt|runde|welle",
    "it": "sessione|fase|tappa|traguardo|compito|passo",
    "vi": "phien|giai doan|cot moc|nhiem vu|buoc|dot",
    "ru": "сессия|этап|фаза|задача|шаг",
    "tr": "oturum|asama|faz|gorev|adim",
    "id": "sesi|fase|tahap|tugas|langkah",
}
RULES: Mapping[str, str] = {  # how a handoff has to be made
    "en": "rules|rule|policy|protocol|convention|conventions|guidelines|law|how to|how we",
    "zh": "规范|规则|制度|守则|协议|约定|铁律",
    "ja": "ルール|規約|規則|手順書|書き方|きまり|プロトコル",
    "ko": "규칙|규약|지침|절차|작성법|프로토콜",
    "pt": "regras|politica|protocolo|convencao|diretrizes",
    "es": "reglas|politica|protocolo|convencion|normas",
    "fr": "regles|politique|protocole|convention|consignes",
    "de": "regeln|regelwerk|richtlinie|konvention|vorschrift",
    "it": "regole|politica|protocollo|convenzione|norme",
    "vi": "luat|quy dinh|quy tac|noi quy|quy uoc",
    "ru": "правила|регламент",
    "tr": "kurallar|kural",
    "id": "aturan|kebijakan|protokol",
}
OF: Mapping[str, str] = {  # what parts a handoff word from that which is handed over
    "en": "for|of|on|about|regarding|covering",
    "pt": "para|de|do|da|sobre",
    "es": "para|de|del|sobre",
    "fr": "pour|de|du|des|sur",
    "de": "fur|zu|zur|zum|von|uber",
    "it": "per|di|del|della|su",
    "vi": "cho|ve|cua",
}
ABOUT_ITSELF: Mapping[str, str] = {  # how a sentence starts that tells what the document is, or how to use it
    "en": "this file|this document|this doc|this note|this page|this is|this handoff|this handover|this session|this brief|this prompt|the purpose of|purpose|read|"
    "please read|use this|start by|start here|start with|start a|open|before|if you|you are|when|paste|copy|copy this|written|generated|auto-generated|automatically|created|"
    "updated|last updated|overwrite|keep this|update this|do not|don't|never|always|see|see also|for the next|for a fresh|everything|source of truth|canonical|intended|"
    "a self-contained|self-contained|a handoff|handoff|handover|session|short|living document|single source|note|important|warning|date|status|branch|"
    "hand this|give this|feed this|the next|next|continue|resume|pick up|to resume|to continue|hi|hello|welcome|dear|here is|here's|"
    "in this|as of|from|to|by|author|project|repo|repository|working directory|machine|prior|previous|companion|supersedes|replaces",
    "zh": "本文档|本文件|本文|此文档|此文件|这份|该文档|这个文件|这是|请|阅读|先读|新会话|下一个|下次|给下|给新|接手|如果|把|将本|用于|写给|供|更新|最后|生成|目的|说明|注意|不要|每次|复制|"
    "日期|状态|分支|仓库|你是|面向|任何|覆盖|开始前|打开|交接|继续",
    "ja": "このファイル|このドキュメント|本ドキュメント|本書|本文書|この文書|このメモ|本資料|この資料|これは|次の|次回|新しい|新規|まず|最初に|必ず|読ん|引き継ぎ|引継ぎ|最終|更新|作成|目的|注意|以下|ここ|"
    "別の|他の|日付|あなたは|前回|再開|セッション",
    "ko": "이 파일|이 문서|본 문서|이 메모|이 인수인계|다음 세션|새 세션|먼저|반드시|작성|갱신|업데이트|최종|마지막|목적|주의|읽|새로운|당신은|아래|여기|이것은|다음 작업자|다음 에이전트|이어서|세션|인수인계|날짜",
    "pt": "este arquivo|este documento|este handoff|esta nota|leia|ler|use|para a proxima|para o proximo|antes de|se voce|gerado|escrito|atualizado|atualize|criado|"
    "nao|nunca|sempre|ver|veja|proposito|continue|retome|voce e|cole|copie|documento|handoff|data|abra|comece|ao abrir|quando|ponto de|isto|atualizar|fonte de verdade",
    "es": "este archivo|este documento|este handoff|esta nota|este traspaso|lee|leer|usa|usar|para la proxima|para el proximo|antes de|si eres|si vas|generado|escrito|"
    "actualizado|creado|no|nunca|siempre|ver|proposito|continua|retoma|eres|pega|copia|documento|handoff|traspaso|fecha|abre|empieza|al abrir|cuando|punto de|esto|actualizar|fuente de verdad",
    "fr": "ce fichier|ce document|cette note|cette passation|a lire|lire|lis|lisez|pour la prochaine|pour le prochain|avant de|si vous|si tu|genere|ecrit|redige|mis a jour|"
    "ne pas|jamais|toujours|voir|but|continue|reprends|reprendre|tu es|vous etes|coller|copier|document|passation|date|ouvrir|commencer|quand|point de|ceci|fichier|source de verite",
    "de": "diese datei|dieses dokument|diese notiz|diese ubergabe|dieser|dieses|lies|lesen|bitte|zuerst|fur die nachste|fur den nachsten|bevor|vor|wenn|falls|erzeugt|geschrieben|"
    "aktualisiert|erstellt|nicht|nie|niemals|immer|siehe|zweck|du bist|sie sind|einfugen|kopieren|dokument|ubergabe|datum|stand|offne|beginne|hier|einstieg|quelle der wahrheit",
    "it": "questo file|questo documento|questa nota|questo passaggio|leggi|leggere|da leggere|usa|per la prossima|per il prossimo|prima di|se sei|generato|scritto|aggiornato|"
    "creato|non|mai|sempre|vedi|scopo|continua|riprendi|sei|incolla|copia|documento|passaggio|data|apri|inizia|quando|punto di|fonte di verita",
    "vi": "file nay|tai lieu nay|ghi chu nay|ban giao nay|doc|hay doc|dung|cho phien|danh cho|truoc khi|neu ban|duoc tao|viet|cap nhat|khong|luon|xem|muc dich|tiep tuc|ban la|dan|"
    "tai lieu|ban giao|ngay|mo|bat dau|khi|day la|phien",
    "ru": "этот файл|этот документ|эта заметка|прочитай|прочти|читай|для следующей|перед|если|создано|обновлено|не|см|документ|дата",
    "tr": "bu dosya|bu belge|bu not|once|oku|sonraki|olusturuldu|guncellendi|tarih",
    "id": "file ini|dokumen ini|berkas ini|catatan ini|baca|untuk sesi|sebelum|dibuat|diperbarui",
    "ar": "هذا الملف|هذه الوثيقة|هذا المستند|اقرأ|للجلسة",
}
TEMPLATE: Mapping[str, str] = {
    "en": "template|boilerplate|skeleton|example|sample",
    "zh": "模板|模版|示例|样例",
    "ja": "テンプレート|雛形|ひな形|サンプル",
    "ko": "템플릿|양식|예시",
    "pt": "modelo|template|exemplo",
    "es": "plantilla|ejemplo",
    "fr": "modele|gabarit|exemple",
    "de": "vorlage|muster|beispiel",
    "it": "modello|esempio",
    "vi": "mau|vi du",
    "ru": "шаблон|пример",
    "tr": "sablon|ornek",
}
PROCESS: Mapping[str, str] = {  # how handoffs are made, not one of them
    "en": "protocol|guide|guidelines|process|workflow|convention|conventions|policy|instructions|how to|how-to|rules|"
    "specification|spec|standard|playbook|checklist|skill|command|format|schema|readme|directory|system|archive|procedure|"
    "best practices|overview of handoffs|usage|"
    "how we|how handoffs|guideline|agreement|ritual|etiquette|lifecycle|runbook",
    "zh": "规范|流程|指南|协议|规则|说明书|约定|制度|格式|教程|使用说明|"
    "怎么写|如何写|写法|写作",
    "ja": "プロトコル|ガイド|手順|ルール|規約|運用|フォーマット|仕様|書き方|ガイドライン|"
    "やり方|作り方|進め方",
    "ko": "가이드|규칙|절차|프로토콜|규약|지침|형식|사용법|"
    "작성법|쓰는 법|작성 방법|방법",
    "pt": "protocolo|guia|processo|fluxo|regras|instrucoes|formato|convencao|politica|como fazer|"
    "como fazemos|como escrever|diretrizes",
    "es": "protocolo|guia|proceso|flujo|reglas|instrucciones|formato|convencion|politica|como hacer|"
    "como hacemos|como escribir|directrices",
    "fr": "protocole|guide|processus|regles|consignes|format|convention|procedure|mode d'emploi|"
    "comment on|comment nous|comment faire|comment ecrire|lignes directrices",
    "de": "protokoll|leitfaden|anleitung|prozess|ablauf|regeln|format|konvention|richtlinie|verfahren|"
    "wie wir|leitlinien|spielregeln|regelwerk",
    "it": "protocollo|guida|processo|regole|istruzioni|formato|convenzione|procedura|"
    "come facciamo|come scrivere|linee guida",
    "vi": "quy trinh|huong dan|quy tac|giao thuc|dinh dang|"
    "cach viet|cach ban giao|"
    "luat|quy dinh|noi quy",
    "ru": "правила|инструкция|руководство|процесс|регламент|формат",
    "tr": "kilavuz|kural|kurallar|surec|protokol|bicim",
}
