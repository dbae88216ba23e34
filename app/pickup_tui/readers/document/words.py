"""What people write, by language: the tables behind every rule of the document reader.

A table maps a language to phrases, parted by `|`. Phrases and texts are compared as `key` spells them: casefolded,
full-width forms plain, without accents, since half of the writers leave those out. Phrases of scripts that put
spaces between words match whole words; those of the others match anywhere.
"""

from __future__ import annotations

import re
import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# ---- dates -------------------------------------------------------------------------------------------------------

UPDATED: Mapping[str, str] = {
    "en": "last worked|last worked on|last updated|last update|updated|update|updated at|updated on|last modified|last refreshed|last revised|revised|"
    "refreshed|as of|written|last touched|generated|session end|session ended|session closed|handoff date|handed off|"
    "saved|last session|latest session|snapshot|paused|stopped|checkpoint|last edited|last written|last verified|"
    "last sync|last synced|last reviewed|last handoff|last edit|consolidated",
    "zh": "最后更新|最近更新|最后修改|更新时间|更新日期|更新于|更新|修订|生成时间|生成于|交接日期|交接时间|截至|截止|保存时间|本次会话|"
    "交接時間|交接於|写于|归档时间|建立時間|同步于|最後更新|最近更新|最後修改|更新時間|更新於|修訂|生成時間|生成於|產生時間|保存時間",
    "ja": "最終更新|更新基準日|基準日|更新日|更新日時|更新|引き継ぎ日|引継ぎ日|引継日|最終セッション|記載日|改訂|"
    "最終確認日|最終確認|最終修正|中断日時|中断日|セッション終了|反映日",
    "ko": "최종 업데이트|마지막 업데이트|업데이트|갱신|최종 수정|마지막 수정|수정일|인계일|최종 작성|기준일|"
    "최신화|기준 시각|기준 시점|마지막 세션|마지막 작업|세션 종료|중단 시각|저장 시각",
    "pt": "ultima atualizacao|atualizado|atualizada|atualizacao|sessao encerrada|encerrada em|gerado em|ultima sessao|"
    "data do handoff|ultima revisao|estado em|situacao em|"
    "gerado|gerada em|salvo em|fechado em|encerrado em|consolidado|consolidado em|pausado em|ultima modificacao|ultima edicao|modificado em",
    "es": "ultima actualizacion|actualizado|actualizada|actualizacion|sesion cerrada|generado|ultima sesion|ultima revision|"
    "fecha del traspaso|estado al|estado a|situacion al|a fecha de|"
    "guardado|guardado el|cierre de sesion|consolidado|pausado|ultima modificacion|ultima edicion|modificado|cerrado el|vigente al|a dia de",
    "fr": "derniere mise a jour|mis a jour|etat au|situation au|etat du|point au|mise a jour|maj|actualise|date d'arret|date arret|arrete le|genere le|"
    "derniere session|date de passation|"
    "a jour au|a jour le|a jour|cloture le|derniere modification|derniere revision|derniere edition|modifie le|sauvegarde le|enregistre le|consolide le|fin de session",
    "de": "stand|zuletzt aktualisiert|aktualisiert|letzte aktualisierung|letztes update|letzte anderung|zuletzt geandert|"
    "zuletzt bearbeitet|ubergabedatum|erzeugt|letzte sitzung|"
    "ubergabe am|gespeichert am|geandert am|generiert|sitzungsende|pausiert am|fortgeschrieben|stichtag|letzter stand|abgeschlossen am",
    "it": "ultimo aggiornamento|stato al|situazione al|aggiornato|aggiornata|aggiornamento|generato il|ultima sessione|ultima modifica|"
    "generato|consolidato|salvato il|chiuso il|fine sessione|modificato il|modificato|ultima revisione|interrotto il|in pausa dal|ultimo salvataggio",
    "vi": "cap nhat lan cuoi|cap nhat|ngay cap nhat|lan cuoi cap nhat|cap nhat cuoi|ngay ban giao|tao luc|"
    "ket thuc phien|luu luc|phien cuoi|lan sua cuoi|sua lan cuoi|tinh den|chot ngay",
    "ru": "последнее обновление|обновлено|обновление|актуально на|состояние на|по состоянию на|последняя сессия|изменено|"
    "записано|изменен|обновлен",
    "tr": "son guncelleme|guncellendi|guncelleme|son oturum|guncellenme tarihi|"
    "son kayit|kaydedildi",
    "id": "terakhir diperbarui|diperbarui|pembaruan terakhir|update terakhir|diperbaharui|terakhir diubah",
    "ar": "آخر تحديث|التحديث|تم التحديث|تاريخ التحديث|حدث في",
}
AUTHOR: Mapping[str, str] = {  # whose name and date follow: "Prepared by: Claude, 2026-11-20"
    "en": "prepared by|written by|handed over by|handed off by|created by|author", "pt": "preparado por|escrito por|autor", "es": "preparado por|escrito por|autor",
    "fr": "redige par|prepare par|auteur", "de": "erstellt von|verfasst von|geschrieben von|autor", "it": "preparato da|scritto da|autore",
    "ja": "作成者|記入者", "zh": "撰写人|作者|交接人", "ko": "작성자", "vi": "nguoi viet", "ru": "автор|составил", "tr": "hazirlayan|yazan",
}  # fmt: skip
DATED: Mapping[str, str] = {
    "en": "date|dated|created|created at|created on|session|session date|when|timestamp|prepared|time|author date|"
    "recorded|compiled|captured|issued|modified|logged|drafted|today|ended|completed|completed at|date and time|date/time|datetime|effective|handoff from|handover from",
    "zh": "日期|时间|创建|创建时间|创建日期|编写|编写日期|撰写|记录时间|会话日期|"
    "落笔|时刻|今天|今日|撰稿|整理|時間|創建|創建時間|創建日期|建立日期|編寫日期|撰寫|記錄時間|會話日期",
    "ja": "日付|日時|作成|作成日|作成日時|記録日|実施日|セッション日|"
    "記入日|作業日|記述日|執筆日|書いた日|今日|本日|起票日|完了日|記入|執筆",
    "ko": "기록 기준|작성 기준|확인 기준|날짜|세션 기간|저장일시|작성일|작성|일자|일시|작업일|세션 날짜|"
    "저장|생성|생성일|기록일|현재 시각|기록|시각|오늘|기준|종료",
    "pt": "data|criado em|criado|data da sessao|escrito em|"
    "quando|sessao|sessao de|registrado em|emitido em|preparado em|momento|redigido em|horario|referencia|data e hora|data/hora|hoje|elaborado em",
    "es": "fecha|creado|creado el|fecha de sesion|escrito el|"
    "cuando|sesion|sesion del|registrado|redactado|preparado|emitido|momento|corte|elaborado|fecha y hora|fecha/hora|fecha de la sesion|hoy|a fecha",
    "fr": "date|cree le|redige le|date de session|ecrit le|du|"
    "quand|etabli le|fait le|horodatage|prepare le|redaction|date de la session|session|date et heure|aujourd'hui|consigne le",
    "de": "datum|erstellt|erstellt am|vom|geschrieben am|verfasst|"
    "sitzung|zeitpunkt|zeitstempel|angelegt|aufgezeichnet|wann|notiert|datum/uhrzeit|heute|uhrzeit",
    "it": "data|creato il|creato|scritto il|data sessione|del|"
    "quando|sessione|sessione del|redatto il|redatto|registrato il|preparato il|momento|compilato il|data e ora|data/ora|oggi|timestamp",
    "vi": "ngay|ngay tao|thoi gian|ngay viet|"
    "thoi diem|viet luc|phien|phien lam viec|ghi luc|hoan thanh|moc thoi gian|hom nay|ngay gio|ngay lap|soan ngay",
    "ru": "дата|создано|дата создания|дата сессии|написано|"
    "время|сессия от|сессия",
    "tr": "tarih|olusturuldu|olusturulma tarihi|oturum tarihi|"
    "yazildi|oturum|zaman|bugun",
    "id": "tanggal|dibuat|tanggal sesi|ditulis|waktu|hari ini",
    "ar": "التاريخ|تاريخ|تاريخ الجلسة|تاريخ الإنشاء",
}
AS_OF: Mapping[str, str] = {"ja": "時点|現在", "ko": "기준|시점", "zh": "为止|时点|更新"}  # these follow their date
NO_DATE: Mapping[str, str] = {  # what makes a labelled date another one than the handoff's
    "en": "due|deadline|release|released|target|launch|start|starts|expires|expiry|expiration|eta|prior|previous|next|"
    "archived|merged|deployed|until|by|reset|scheduled|birth|publish|published|superseded|from|since",
    "zh": "截止日期|到期|发布|上线|上次|下次|计划|开始|归档|合并",
    "ja": "期限|締切|リリース|前回|次回|公開|開始|予定",
    "ko": "마감|출시|이전|다음|예정|배포|시작",
    "pt": "prazo|lancamento|proxima|anterior|inicio|vence",
    "es": "plazo|lanzamiento|proxima|anterior|inicio|vence|limite",
    "fr": "echeance|sortie|prochaine|precedente|debut|limite|lancement",
    "de": "frist|fallig|nachste|vorige|beginn|release|bis|ab",
    "it": "scadenza|rilascio|prossima|precedente|inizio",
    "vi": "han|phat hanh|truoc|tiep theo|bat dau",
    "ru": "срок|дедлайн|релиз|следующая|предыдущая|начало|до|план",
    "tr": "son tarih|teslim|yayin|sonraki|onceki|baslangic",
}

# ---- branch, commit, status, project -----------------------------------------------------------------------------

BRANCH: Mapping[str, str] = {
    "en": "branch|current branch|git branch|working branch|feature branch|branch name|active branch|work branch|"
    "branch at handoff|working tree branch|checked-out branch|checked out branch|branch / head|git ref|"
    "branch status|branch state|repo branch|"
    "checked out|checkout",
    "zh": "分支|当前分支|工作分支|开发分支|所在分支|"
    "代码分支|仓库分支|當前分支|目前分支|開發分支",
    "ja": "ブランチ|作業ブランチ|現在のブランチ|ブランチ名",
    "ko": "브랜치|현재 브랜치|작업 브랜치",
    "pt": "ramo|branch atual|branch de trabalho|"
    "branch ativa|branch ativo|branch corrente",
    "es": "rama|rama actual|rama de trabajo|rama activa|"
    "rama git",
    "fr": "branche|branche actuelle|branche de travail|branche courante|branche git|"
    "branche active|branche locale",
    "de": "zweig|aktueller branch|arbeitszweig|arbeitsbranch|aktueller zweig|"
    "entwicklungsbranch|entwicklungszweig|aktiver branch|feature-branch|featurebranch|arbeits-branch|git-branch",
    "it": "ramo|ramo attuale|ramo corrente|branch attuale|branch corrente",
    "vi": "nhanh|nhanh hien tai|nhanh lam viec",
    "ru": "ветка|текущая ветка|рабочая ветка|"
    "ветке|ветку",
    "tr": "dal|dali|mevcut dal|calisma dali",
    "id": "cabang|cabang aktif|cabang saat ini",
    "ar": "الفرع|الفرع الحالي|فرع العمل",
}
NO_BRANCH: Mapping[str, str] = {  # branches that are named, but are not the one that the work is on
    "en": "base|target|default|protected|other|stale|old|upstream|merge|production|parent|backup|deleted|previous|remote|"
    "from|into|off|based on|release|deploy|deployed|no|each|per|new|next|"
    "delete|deleting|remove|create|creating|never|not|don't|compare|diff|against|onto|rebase|behind|ahead of|like|similar|see|checkout -b|protection|protections|rules|another|future|mismatch|strategy|naming|hygiene|cleanup|convention|conventions|push to|pushes to|land on|lands on|cut",
    "zh": "目标|默认|保护|其他|旧|合并到|部署|"
    "删除|新建|创建|不要|禁止|切勿|合入|拉出|基于|对比",
    "ja": "マージ先|ベース|デフォルト|保護|旧|他の|"
    "削除|作成|しない|禁止|から|比較|取り込",
    "ko": "대상|기본|보호|다른|이전|"
    "삭제|생성|금지|병합|비교",
    "pt": "base|alvo|padrao|antiga|outra|"
    "apagar|deletar|criar|nunca|nao|comparar|a partir|mesclar|merge na",
    "es": "base|destino|por defecto|antigua|otra|"
    "borrar|eliminar|crear|nunca|no|comparar|fusionar|a partir",
    "fr": "base|cible|par defaut|ancienne|autre|"
    "supprimer|creer|jamais|ne pas|comparer|fusionner|a partir",
    "de": "basis|ziel|standard|alter|andere|"
    "loschen|erstellen|anlegen|nie|niemals|nicht|vergleichen|mergen",
    "it": "base|destinazione|predefinito|vecchio|altro|"
    "eliminare|creare|mai|non|confrontare|fondere",
    "vi": "goc|dich|mac dinh|cu|khac|"
    "xoa|tao|khong|dung|so sanh|gop",
    "ru": "базовая|целевая|старая|другая|"
    "удалить|создать|не|никогда",
    "tr": "temel|hedef|eski|diger",
    "id": "hapus|buat|jangan",
}
ON: Mapping[str, str] = {  # what stands before the branch that the work is on, with or without the word for branch
    "en": "on|checked out|committed to|pushed to|lives in|currently|now|worktree",
    "zh": "在|位于|当前|推送到|推送至|提交到|已推送",
    "pt": "na|no|em|nesta|sobre|enviado para|enviada para|enviados para|mesclado na",
    "es": "en la|en el|en|sobre la|enviado a|subido a|pusheado a|empujado a",
    "fr": "sur la|sur le|sur",
    "de": "auf|auf dem|im",
    "it": "sul|sulla|su|nel",
    "vi": "tren|o",
    "ru": "на|в",
    "tr": "uzerinde",
    "id": "di|pada",
}
HERE: Mapping[str, str] = {  # what is on the branch: the work, its writer, all that was done
    "en": "work|works|working|worked|everything|all|tree|clean|committed|pushed|currently|now|we|we're|i'm|i am|you|checked out|lives|changes|code|state|head|"
    "merged|landed|shipped|synced|sits|local",
    "zh": "工作|全部|所有|当前|已|干净|改动|推送|提交|目前",
    "ja": "作業|すべて|全て|現在|現状|今",
    "ko": "작업|모두|모든|현재|전부",
    "pt": "enviado|enviada|enviados|tudo|trabalho|trabalhando|estamos|estou|limpa|limpo|commitado|atualmente|agora",
    "es": "subido|pusheado|enviado|todo|trabajo|trabajando|estamos|estoy|limpio|actualmente|ahora",
    "fr": "tout|travail|travaille|est|sommes|propre|actuellement|maintenant",
    "de": "alles|arbeit|arbeite|arbeiten|sind|bin|sauber|aktuell|jetzt|gepusht|committet",
    "it": "tutto|lavoro|siamo|sono|pulito|attualmente|ora",
    "vi": "dang|tat ca|hien|moi",
    "ru": "все|работа|сейчас|мы",
    "tr": "her sey|calisma|su an",
    "id": "semua|sedang|sekarang",
}
AT: Mapping[str, str] = {"ja": "で|上|に", "ko": "에서|에|위", "zh": "上|中|已"}  # these follow it
IS: Mapping[str, str] = {  # between the word for branch and its name
    "en": "is|name|named|called|currently|at",
    "zh": "是|为|名为|叫",
    "ja": "は|名は|が",
    "ko": "는|은|이름은",
    "pt": "e|chamada",
    "es": "es|se llama",
    "fr": "est|s'appelle",
    "de": "ist|heisst|heißt",
    "it": "e|si chiama",
    "vi": "la|ten",
    "ru": "это",
    "tr": "adi",
    "id": "adalah",
}
MUST: Mapping[str, str] = {  # beside IS: what may follow the next words in a sentence that says what is next
    "en": "must|should|will|has to|needs to|shall|remains",
    "zh": "应|应该|需要",
    "ja": "として",
    "ko": "으로",
    "pt": "sera|deve|devera",
    "es": "sera|debe|deberia",
    "fr": "sera|doit|consiste",
    "de": "wird|muss|sollte",
    "it": "sara|deve|dovrebbe",
}
TOLD: Mapping[str, str] = {  # behind those: a sentence that says where the step stands, or that none is known
    "en": "not|no longer|shown|written|described|listed|documented|recorded|kept|tracked|found|given|below|above|unclear|unknown|open|up to|yours|same|as follows",
    "zh": "见|不|如下|列在",
    "ja": "以下|未定|不明",
    "ko": "아래|미정",
    "pt": "nao|descrito|descrita|listado|listada|abaixo|acima",
    "es": "no|descrito|descrita|listado|listada|abajo|arriba",
    "fr": "pas|decrit|decrite|liste|listee|ci-dessous|inconnu|inconnue",
    "de": "nicht|beschrieben|unten|oben|unklar|offen",
    "it": "non|descritto|descritta|elencato|elencata|sotto|sopra",
}
GONE: Mapping[str, str] = {  # said right behind a branch that is no more
    "en": "no longer|is gone|was deleted|deleted|was removed|was dropped|was abandoned|does not exist|is dead|is stale",
    "zh": "已删除|已不存在|已废弃",
    "ja": "は削除|は廃止|は存在しない",
    "ko": "는 삭제|은 삭제|삭제됨",
    "pt": "nao existe mais|ja nao existe|foi apagada|foi removida",
    "es": "ya no|fue borrada|fue eliminada|no existe",
    "fr": "n'existe plus|a ete supprimee|supprimee",
    "de": "existiert nicht|gibt es nicht mehr|wurde geloscht|geloscht",
    "it": "non esiste piu|e stata eliminata|eliminata",
    "vi": "khong con|da xoa",
    "ru": "удалена|больше нет",
    "tr": "silindi|artik yok",
}
TRUNKS = frozenset(("main", "master", "develop", "dev", "trunk", "staging", "production", "next", "stable", "gh-pages"))
HEAD: Mapping[str, str] = {
    "en": "head|commit|last commit|latest commit|head commit|git commit|base commit|current head|tip",
    "zh": "最新提交|最近提交|提交|当前提交",
    "ja": "最新コミット|コミット|最終コミット|現在のhead",
    "ko": "최신 커밋|커밋|마지막 커밋",
    "pt": "ultimo commit|commit atual",
    "es": "ultimo commit|commit actual",
    "fr": "dernier commit|commit courant",
    "de": "letzter commit|aktueller commit",
    "it": "ultimo commit",
    "vi": "commit cuoi|commit moi nhat",
    "ru": "коммит|последний коммит",
    "tr": "son commit",
}
STATUS: Mapping[str, str] = {
    "en": "status|current status|session status|state",
    "zh": "状态|当前状态|狀態|當前狀態|目前狀態",
    "ja": "状態|ステータス|現状",
    "ko": "상태|현재 상태",
    "pt": "status|situacao|estado",
    "es": "estado|situacion",
    "fr": "statut|etat",
    "de": "status|zustand",
    "it": "stato",
    "vi": "trang thai",
    "ru": "статус|состояние",
    "tr": "durum",
}
FINISHED: Mapping[str, str] = {
    "en": "already done|already shipped|complete|completed|done|finished|closed|shipped|merged|all done|fully executed|resolved",
    "zh": "已修复|均已|已完成|完成|已结束|已关闭|全部完成|已解决|已合并|已修復|已結束|已關閉|已解決|已合併",
    "ja": "完了|済|完成|解決済み|対応済み|終了|クローズ",
    "ko": "완료|완료됨|완성|종료|해결됨|해결",
    "pt": "ja feito|ja feita|ja concluido|concluido|concluida|feito|feita|finalizado|encerrado|completo",
    "es": "ya hecho|ya hecha|ya terminado|completado|completada|hecho|hecha|terminado|terminada|resuelto|resuelta|cerrado|completo|listo",
    "fr": "deja fait|deja faite|deja livre|termine|terminee|fait|faite|fini|clos|complet|livre",
    "de": "bereits erledigt|schon erledigt|bereits fertig|fertig|erledigt|abgeschlossen|fertiggestellt|vollstandig",
    "it": "gia fatto|gia fatta|completato|completata|fatto|fatta|finito|chiuso|concluso",
    "vi": "hoan thanh|da xong|xong|da hoan thanh",
    "ru": "готово|сделано|завершено|выполнено|закрыто|решено",
    "tr": "tamamlandi|bitti|yapildi|kapandi|cozuldu",
}
PROJECT: Mapping[str, str] = {
    "en": "project|repo|repository|project name|git remote|package|app",
    "zh": "项目|项目名称|仓库|工程|項目|專案|專案名稱|倉庫",
    "ja": "プロジェクト|プロジェクト名|リポジトリ",
    "ko": "프로젝트|프로젝트명|저장소",
    "pt": "projeto|repositorio",
    "es": "proyecto|repositorio",
    "fr": "projet|depot",
    "de": "projekt",
    "it": "progetto",
    "vi": "du an|kho ma",
    "ru": "проект|репозиторий",
    "tr": "proje|depo",
}


def key(text: str) -> str:
    """`text` as the tables are compared: casefolded, NFKC, Latin letters without their accents."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", text).casefold()
    text = unicodedata.normalize("NFD", text)
    text = "".join(char for char in text if not "\u0300" <= char <= "\u036f" and char != "\ufe0f")
    return unicodedata.normalize("NFC", text).replace("đ", "d").replace("ı", "i")


def alternatives(*tables: Mapping[str, str]) -> str:
    """A regular expression for any phrase of these tables, the longest first, to search in a `key`."""
    every = phrases(*tables)
    spaced = sorted((phrase for phrase in every if phrase[0] < "\u2e80"), key=len, reverse=True)
    dense = sorted((phrase for phrase in every if phrase[0] >= "\u2e80"), key=len, reverse=True)
    parts = []
    if spaced:
        parts.append(r"(?<![^\W_])" + _grouped(spaced) + r"(?![^\W_])")
    if dense:
        parts.append(f"(?=[{''.join({phrase[0] for phrase in dense})}])" + _grouped(dense))
    return "(?:" + "|".join(parts) + ")"


def _grouped(phrases: list[str]) -> str:
    """The phrases as one group, those with the same first sign together: a search then tries a few, not hundreds, at each place."""
    groups: dict[str, list[str]] = {}
    for phrase in phrases:
        groups.setdefault(phrase[0], []).append(re.escape(phrase[1:]))
    return "(?:" + "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in groups.items()) + ")"


_PHRASES: dict[tuple[int, ...], frozenset[str]] = {}


def phrases(*tables: Mapping[str, str]) -> frozenset[str]:
    """The phrases of these tables: what matches one whole is found here, with no pattern to compile."""
    name = tuple(map(id, tables))
    if name not in _PHRASES:
        _PHRASES[name] = frozenset(key(phrase) for table in tables for part in table.values() for phrase in part.split("|"))
    return _PHRASES[name]


_ELSEWHERE: list[re.Pattern[str]] = []
_COMPILED: dict[tuple[int, ...], re.Pattern[str]] = {}


def pattern(*tables: Mapping[str, str]) -> re.Pattern[str]:
    """`alternatives` compiled, once for each choice of tables."""
    name = tuple(map(id, tables))
    if name not in _COMPILED:
        _COMPILED[name] = re.compile(alternatives(*tables))
    return _COMPILED[name]


def leads_elsewhere(lead: str) -> bool:
    """Whether the words right before a date in a heading make it another date than the text's: a deadline, a release."""
    if not _ELSEWHERE:
        _ELSEWHERE.append(re.compile(alternatives(NO_DATE) + r"[\s:：(（]*$"))
    return bool(_ELSEWHERE[0].search(key(lead)))
