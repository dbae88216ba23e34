"""The words of a status by language: what ends a document, what takes a status back, what denies it (see words.py)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SUPERSEDED: Mapping[str, str] = {
    "en": "superseded|archived|obsolete|deprecated|replaced by|read-only|read only|retired|outdated|withdrawn|void|"
    "historical|do not use|no longer current|moved to",
    "zh": "已废弃|已作废|已过期|已归档|已被取代|已被替代|已过时|只读|废弃|归档|请勿使用|历史存档",
    "ja": "廃止|旧版|アーカイブ済み|アーカイブ|置き換え済み|無効|読み取り専用|参照専用|使用しない",
    "ko": "폐기|폐기됨|대체됨|보관됨|보관|만료|더 이상 사용하지 않음|읽기 전용|구버전",
    "pt": "obsoleto|arquivado|substituido|substituido por|somente leitura|desatualizado|descontinuado",
    "es": "obsoleto|archivado|sustituido|sustituido por|reemplazado|reemplazado por|solo lectura|desactualizado|caducado",
    "fr": "obsolete|archive|remplace|remplace par|caduc|perime|lecture seule",
    "de": "veraltet|archiviert|ersetzt|ersetzt durch|abgelost|abgelost durch|uberholt|uberholt durch|nur lesen|hinfallig",
    "it": "obsoleto|archiviato|sostituito|sostituito da|superato|sola lettura",
    "vi": "da thay the|luu tru|loi thoi|chi doc|da luu tru|het hieu luc|"
    "thay the bang|thay the boi|bi thay the",
    "ru": "устарело|устарел|заменено|заменен на|архив|только чтение",
    "tr": "eskidi|arsivlendi|yerine gecti|salt okunur",
}
UNFINISHED: Mapping[str, str] = {  # what takes back a word for done that stands before it
    "en": "half|partial|partially|except|but|not|blocked|wip|in progress|waiting|missing|untested|unverified",
    "zh": "除了|但|尚未|未|一半|部分",
    "ja": "除く|以外|ただし|一部|未|だが",
    "ko": "제외|하지만|일부|미",
    "pt": "exceto|mas|nao|parcial|metade|menos",
    "es": "excepto|pero|no|parcial|mitad|menos",
    "fr": "sauf|mais|pas|partiel|moitie",
    "de": "ausser|außer|aber|nicht|teilweise|halb|bis auf",
    "it": "tranne|ma|non|parziale|meta|salvo",
    "vi": "tru|nhung|chua|mot phan",
    "ru": "кроме|но|не|частично",
    "tr": "haric|ama|degil|kismen",
    "id": "kecuali|tapi|belum|sebagian",
}
PARTLY: Mapping[str, str] = {  # a part that is done: "done with step 1", "complete up to phase 2"
    "en": "with|up to|through|thru|until|for step|for phase|step|steps|phase|phases|part|parts|of",
    "zh": "到|至|第",
    "ja": "まで|率",
    "ko": "까지|율",
    "pt": "ate|com|a etapa|etapa|fase",
    "es": "hasta|con|la etapa|etapa|fase",
    "fr": "jusqu'a|avec|l'etape|etape|phase",
    "de": "bis|mit|schritt|phase",
    "it": "fino|con|passo|fase",
    "vi": "den|buoc|giai doan",
    "ru": "до|шаг|этап",
    "tr": "kadar",
    "id": "sampai|hingga|langkah",
}
NOTHING_OPEN: Mapping[str, str] = {  # words of what is open that say that there is none of it
    "en": "nothing pending|nothing open|nothing left|nothing remaining|nothing blocked|no open|no pending|no blockers|not blocked|no remaining|no follow-up|no todos|"
    "nothing to do|none pending|no further work|no open items|no open issues|no open tasks|0 open|0 pending|zero open",
    "zh": "无待办|没有待办|无遗留|无未完成|无剩余|没有遗留",
    "ja": "残タスクなし|残作業なし|残りなし|未完了なし|残課題なし",
    "ko": "남은 작업 없음|미완료 없음|대기 없음",
    "pt": "nada pendente|sem pendencias|nenhuma pendencia",
    "es": "nada pendiente|sin pendientes|ningun pendiente",
    "fr": "rien en attente|rien a faire|aucun blocage",
    "de": "nichts offen|keine offenen punkte|nichts offenes",
    "it": "niente in sospeso|nulla in sospeso|nessuna pendenza",
    "vi": "khong con viec",
}
WORKED: Mapping[str, str] = {  # what a heading says of what was done, beside words that say nothing
    "en": "what was done|what was accomplished|what was built|what was completed|what was shipped|what we did|what we built|what i did|what i built|what i changed|"
    "what changed|what shipped|what landed|what got done|what is done|what's done|what happened|done|completed|accomplished|accomplishments|work done|work completed|"
    "completed work|shipped|landed|recently completed|recent work|recent changes|recent|changes|changes made|just finished|just completed|session work|deliverables|"
    "during|was|were|today|yesterday|achieved|achievements|implemented|delivered|built|so far|major",
    "zh": "已完成|完成|做了什么|做了|最近刚做完|刚做完|完成的工作|工作内容|本次工作|主要改动|改动|变更|修改|实现|了|已做|内容|最近",
    "ja": "完了|やったこと|実施したこと|実施内容|作業内容|行ったこと|変更内容|変更点|完成|済み|実施|直近|した|こと|今回",
    "ko": "완료|완료된|한 일|작업 내역|작업 내용|완료 사항|변경 사항|진행한|수행한|본|이번|개 주제|내역",
    "pt": "o que foi feito|o que fizemos|feito|feita|concluido|concluida|trabalho realizado|realizado|entregue|ja feito|mudancas|alteracoes|hoje|nesta",
    "es": "que se hizo|lo que se hizo|lo hecho|hecho|completado|trabajo realizado|realizado|cambios|hoy|esta|lo|que|se",
    "fr": "ce qui a ete fait|ce qu'on a fait|fait|termine|travail effectue|realise|livre|changements|aujourd'hui|cette|ce",
    "de": "was gemacht wurde|was erledigt ist|was wurde gemacht|gemacht|erledigt|umgesetzt|abgeschlossen|fertig|anderungen|heute|in dieser|diese",
    "it": "cosa e stato fatto|fatto|completato|lavoro svolto|modifiche|oggi|questa",
    "vi": "da lam|da hoan thanh|hoan thanh|da xong|viec da lam|thay doi|nay",
    "ru": "что сделано|сделано|выполнено|завершено|изменения|сегодня",
    "tr": "yapilanlar|tamamlandi|tamamlananlar|degisiklikler|bugun|bu",
}
LATELY: Mapping[str, str] = {  # since when something is done: "Done this session: the mast"
    "en": "this session|in this session|during this session|today|so far",
    "zh": "本次|本会话",
    "ja": "今回|今日",
    "pt": "nesta sessao|hoje",
    "es": "en esta sesion|hoy",
    "fr": "cette session|aujourd'hui",
    "de": "heute",
    "it": "oggi",
}
ENDING: Mapping[str, str] = {  # right behind such a word, in scripts without spaces, where the document itself is meant: "只读文档", not "只读副本"
    "zh": "于|於|由|并|且|后|文件|文档|文檔|交接|本|此|请|請|见|見|不|勿|状态|狀態|了|版|版本|记录|快照|存档|保留|备查|参考|仅|供",
    "ja": "に|は|で|です|済|した|し|され|ファイル|文書|ドキュメント|引き継ぎ|引継|版|この|本|として|扱い|のため|、",
    "ko": "됨|되|된|문서|파일|입니다|이|하|처리|으로|인수인계|본|버전",
}
WEEKDAY: Mapping[str, str] = {  # before the day of a date, in the languages whose article is also another word's
    "pt": "segunda|segunda-feira|terca|terca-feira|quarta|quarta-feira|quinta|quinta-feira|sexta|sexta-feira|sabado|domingo",
    "es": "lunes|martes|miercoles|jueves|viernes|sabado|domingo",
    "fr": "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche",
    "de": "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag",
    "it": "lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica",
}
DENIAL: Mapping[str, str] = {  # a value that says no or nothing
    "en": "no|none|not|false|n/a|na|nil|null|never|nothing|not yet|tbd|unset|empty|0|off",
    "zh": "无|否|没有|未|不|暂无|空",
    "ja": "なし|いいえ|無|無し|未定|該当なし",
    "ko": "없음|아니오|아니요|없다|해당 없음",
    "pt": "nao|nenhum|nenhuma|nada|falso",
    "es": "ninguno|ninguna|nada|falso",
    "fr": "non|aucun|aucune|rien|faux",
    "de": "nein|keine|keiner|keines|nichts|nicht|falsch",
    "it": "nessuno|nessuna|niente|falso",
    "vi": "khong|chua|khong co",
    "ru": "нет|не|нету",
    "tr": "hayir|yok|degil",
    "id": "tidak|belum|tidak ada",
}
THIS: Mapping[str, str] = {  # what a banner may say before its word: "This handoff has been …"
    "en": "note|warning|important|notice|status|state|this|the|file|document|doc|handoff|handover|session|note|plan|is|was|has|"
    "been|are|now|fully|entirely|already|largely|mostly|executed|and|closed|historical",
    "zh": "注意|警告|状态|本|该|此|文档|文件|交接|文|已|档",
    "ja": "注意|警告|状態|ステータス|この|本|当|文書|ファイル|ドキュメント|引き継ぎ|引継ぎ|は|を",
    "ko": "주의|경고|상태|이|본|문서|파일|인수인계|는|은|가",
    "pt": "nota|atencao|aviso|status|estado|este|esta|documento|arquivo|handoff|e|foi|esta",
    "es": "nota|atencion|aviso|estado|este|esta|documento|archivo|traspaso|es|fue|ha|sido",
    "fr": "note|attention|statut|etat|ce|cette|document|fichier|passation|est|a|ete",
    "de": "hinweis|achtung|warnung|status|stand|diese|dieses|dieser|dokument|datei|ubergabe|ist|wurde|sind",
    "it": "nota|attenzione|stato|questo|questa|documento|file|passaggio|e|stato",
    "vi": "luu y|canh bao|trang thai|tai lieu|nay|tep|da|duoc",
    "ru": "внимание|этот|документ|файл|статус",
    "tr": "dikkat|bu|belge|dosya|durum",
}
