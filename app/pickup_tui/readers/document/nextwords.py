"""Headings and labels under which the next step stands, by language and by how surely they mean it.

A phrase with `=` before it counts only where it is the whole heading or label: beside other words it means too much.
See words.py for how the phrases are written and compared, phrases.py for how they are looked up.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

NEXT: Mapping[str, str] = {
    "en": "if you only do one thing|if you do one thing|if you do only one thing|if you only have time for one thing|plan for tomorrow|plan for next session|plan for the next session|what i would do next|prioritized next|pending next|"
    "next step|next steps|next action|next actions|next task|next tasks|next move|next moves|next up|next milestone|next phase|next work|"
    "next priority|next priorities|what to do next|what is next|what's next|whats next|what comes next|do next|do this next|immediate actions|"
    "immediate action|immediate next|what you should do|continue with|continue from|pick up here|resume here|resume steps|"
    "next session should|next agent should|session needs to do|session should do|needs to be done|what to do|recommended next|suggested next|"
    "next in line|next recommended|up next|=to continue|=to go on|next actions in order|next concrete step|next concrete action|next thing|next things|"
    "action items|where to pick up|pick up from here|pick up from|pick this up|next on deck|=on deck|to do next|should do next|do after this|"
    "should happen next|continue here|carry on here|carry on with|resume point|resume from|resume with|where to continue|where to start next|"
    "what to work on|work on next|recommended path forward|=path forward|way forward|forward plan|=next target|next targets|next goal|next focus|"
    "next slice|next pr|next prs|next sprint|next ticket|next item|next items|next feature|next features|next job|next todo|next todos|"
    "next objective|next decision|next decisions|immediate steps|immediate tasks|immediate work|immediate todo|immediate todos|"
    "immediate priorities|immediate to do|immediate to-dos|required actions|actions required|action required|action needed|actions needed|"
    "required next|action list|=from here",
    "zh": "立刻要做|接著要做|接着要做|馬上要做|现在要做|現在要做|下階段|下一階段|接下來|後續步驟|後續工作|後續任務|下一個任務|下一個步驟|下次繼續|從哪裡繼續|如何繼續|該做什麼|要做什麼|立即執行|行動項目|建議下一|明天計劃|明天计划|"
    "优先做什么|应优先做|下一步|下步|下一动作|下一行动|下一个动作|下一个行动|下一个具体|下一项|下一件|接下来|后续步骤|下次继续|下次要做|下一次要做|首要任务|优先处理|立即要做|马上要做|下一个任务|新会话要做|下一阶段|下一会话|下个会话|接手后|接手第一步|下次会话|下个任务|下个步骤|"
    "下一批|下一期|下一版|下一目标|下一个目标|下一个里程碑|下一里程碑|下一轮任务|下一轮工作|下一轮要做|后续工作|后续任务|后续行动|后续事项|后续动作|后续开发|后续待办|接续工作|接续任务|续接点|继续点|恢复点|恢复步骤|从哪里继续|从哪继续|从何处继续|如何继续|"
    "怎么继续|怎么接|如何接手|继续工作|该做什么|要做什么|需要做的|需要做什么|应该做|建议下一|待执行|当务之急|立即执行|立即行动|行动项|行动清单|行动计划|执行顺序|推荐顺序|建议顺序|最优先|马上做|优先任务|优先事项|下次做|下次开始|下次工作|明天要做|接下去|"
    "下回|接着做|继续做",
    "ja": "ネクストアクション|ネクストステップ|次アクション|次の行動|次の動き|次のやること|次にすべき|次やること|"
    "次のステップ|次にやること|次にすること|次の作業|次のアクション|次の一手|次のタスク|次回やること|次回作業|次回の作業|次セッションでやること|でやること|ときにやること|次にやる|次アクション|再開手順|次にすべきこと|次の手順|次回の再開|再開ポイント|次回セッション|"
    "次にしてほしいこと|やるべきこと|次フェーズ|これからやること|次の候補|次の実装|次の改善|次の予定|次の開発|次の仕事|次の目標|次の対応|次の着手|次の優先|次の課題|次の段階|次の施策|次の計画|次の工程|次の開始|次のフェーズ|次の todo|次のtodo|"
    "次にやりたい|次に行う|次に着手|次に取り組|次に進め|次に必要|次に実施|次に見る|次は何|次着手|次ステップ|次タスク|次作業|次工程|次ターン|次回着手|次回の着手|次回予定|次回の予定|次回以降|次回対応|次回の対応|次回タスク|次回のタスク|次回開始|次回スタート|"
    "次回の開始|次回から|次回に|次回は|今後の作業|今後やること|今後の対応|今後のタスク|これから行う|続きから|続きの作業|続きは|続きとして|続きを|ここから再開|再開位置|再開地点|再開時|再開するとき|再開方法|再開の手順|着手候補|すぐやること|直近の作業|"
    "直近のタスク|直近でやること|直近の予定|最優先タスク|最優先事項|最優先で|アクションアイテム|対応が必要|やる必要|推奨アクション|推奨順|作業順|実行順|進め方の順",
    "ko": "넥스트 액션|넥스트 스텝|내일 계획|"
    "다음 단계|다음 작업|다음 할 일|다음에 할 일|다음 액션|다음에 할|이어서 할|다음 세션에서 할|다음 세션 최우선|바로 할 일|즉시 할 일|다음 스텝|다음 할일|해야 할 일|다음 세션 할 일|다음 우선순위|다음 목표|다음 개발|다음 순서|"
    "다음 태스크|다음 과제|다음 진행|다음 계획|다음 구현|=다음 일|다음에 이어|다음 번|다음번|다음 세션에|다음으로|다음 후보|다음 조치|다음 행동|다음 마일스톤|이어서 진행|이어서 해야|이어갈|재개 지점|재개 방법|재개 절차|이어받는|이어하기|"
    "시작 지점|바로 해야|바로 진행|지금 할 일|지금 해야|당장 할|즉시 조치|즉시 해야|최우선 작업|최우선 과제|우선 작업|앞으로 할|앞으로의 작업|앞으로 해야|향후 작업|향후 할 일|향후 과제|후속 작업|후속 조치|액션 아이템|진행할 작업|"
    "해야할 일|해야할 것|해야 할 것|해야 할 작업|작업 순서|권장 순서|진행 순서",
    "pt": "plano para amanha|plano para a proxima|"
    "proximos passos|proximo passo|proximas acoes|proxima acao|proximas tarefas|proxima tarefa|proxima etapa|proximas etapas|o que fazer|"
    "por onde continuar|continuar por|continuar com|continuar em|seguir por|seguir com|acao imediata|o que falta fazer|fazer agora|"
    "fazer em seguida|acoes imediatas|como continuar|como retomar|proxima sessao|passo seguinte|passos seguintes|o que vem a seguir|"
    "o que vem depois|o que vem agora|para continuar|continuar daqui|continue daqui|retomar daqui|retomar por|retomar em|=retomada|"
    "ponto de retomada|de onde continuar|onde continuar|onde retomar|agora fazer|fazer a seguir|fazer proximo|tarefa imediata|tarefas imediatas|"
    "passos imediatos|=imediatas|itens de acao|plano imediato|ordem recomendada|ordem sugerida|ordem de execucao|ordem exata|"
    "o que e preciso fazer|precisa ser feito|o que precisa ser feito",
    "es": "plan para manana|plan para la proxima|"
    "siguientes pasos|siguiente paso|proximos pasos|proximo paso|siguiente accion|siguientes acciones|proximas acciones|proxima accion|"
    "siguiente tarea|siguientes tareas|que hacer|=que sigue|=que sigue ahora|que sigue en|que sigue para|que sigue despues|por donde seguir|como seguir|continuar por|continuar con|seguir con|seguir por|"
    "lo siguiente|acciones inmediatas|como continuar|proxima sesion|siguiente sesion|lo que sigue|que viene|que viene despues|que toca|"
    "lo que toca|toca ahora|para continuar|continuar aqui|continuar desde|seguir aqui|seguir desde|retomar desde|retomar por|retomar aqui|"
    "punto de retoma|punto de reanudacion|por donde retomar|donde retomar|donde continuar|donde seguir|de donde seguir|por donde continuar|"
    "como retomar|como reanudar|=reanudar|hacer ahora|hacer a continuacion|paso siguiente|pasos siguientes|pasos inmediatos|tareas inmediatas|"
    "tarea inmediata|accion inmediata|=inmediato|=inmediatas|elementos de accion|orden recomendado|orden sugerido|orden de ejecucion|"
    "hay que hacer|que falta hacer|lo que hay que hacer|por donde entrarle|para retomar|lo que quedo a medias|quedo a medias|=a medias",
    "fr": "plan pour demain|plan pour la prochaine|"
    "prochaines etapes|prochaine etape|prochaines actions|prochaine action|prochaines taches|prochaine tache|etapes suivantes|etape suivante|"
    "action suivante|a faire maintenant|a faire ensuite|la suite|suite a donner|actions immediates|action immediate|comment reprendre|"
    "comment continuer|continuer par|reprendre par|ordre conseille|prochains pas|prochaine session|pour la suite|pas suivants|pas suivant|"
    "suite du travail|suite des travaux|suite immediate|suite prevue|suite a faire|que faire|quoi faire|ce qu'il faut faire|faut faire|"
    "ou reprendre|point de reprise|reprendre ici|reprendre la|reprendre a|reprendre le travail|=pour reprendre|=pour continuer|a reprendre|"
    "par quoi continuer|continuer avec|continuer ici|a enchainer|a venir ensuite|actions a mener|actions a faire|actions requises|"
    "taches immediates|tache immediate|etapes immediates|etape immediate|=immediatement|dans l'immediat|ordre recommande|ordre suggere|"
    "ordre d'execution|plan immediat|par ou continuer|par ou reprendre|qu'est-ce qui suit|=a suivre",
    "de": "wie geht es weiter|wie geht's weiter|wie es weiter geht|plan fur morgen|plan fur die nachste|"
    "nachste schritte|nachster schritt|nachsten schritte|nachste aufgaben|nachste aufgabe|nachste aktion|nachste aktionen|als nachstes|"
    "naechste schritte|naechster schritt|zu tun|was zu tun ist|wie es weitergeht|weiter mit|so geht es weiter|sofort|nachste sitzung|"
    "nachste session|weiteres vorgehen|hier weitermachen|wie weiter|als naechstes|weiter geht's|weiter geht es|weitergeht|so geht's weiter|"
    "hier geht es weiter|hier geht's weiter|=hier weiter|=weiter hier|wo weitermachen|womit weitermachen|weitermachen mit|weitermachen bei|"
    "=wiedereinstieg|wiederaufnahme|wiederaufnehmen|einstiegspunkt|=ansatzpunkt|anknupfungspunkt|folgeschritte|folgeschritt|folgeaufgaben|"
    "folgearbeiten|weitere schritte|konkrete schritte|unmittelbare schritte|=unmittelbar|was ansteht|=steht an|=anstehend|=anstehende|"
    "=anstehendes|=was nun|=was jetzt|jetzt zu tun|jetzt tun|zu tun ist|was zu tun|=was fehlt|was noch fehlt|was noch zu tun|=handlungsbedarf|"
    "=massnahmen|=sofortmassnahmen|empfohlene reihenfolge|=reihenfolge|vorschlag fur die reihenfolge|=arbeitsauftrag|=auftrag|=auftrage|"
    "=fortsetzung|=fortfahren",
    "it": "piano per domani|piano per la prossima|"
    "prossimi passi|prossimo passo|prossime azioni|prossima azione|prossime attivita|prossima attivita|prossimi step|prossimo step|"
    "passi successivi|passo successivo|cosa fare|da dove riprendere|come continuare|continuare con|ripartire da|ripartenza|come riprendere|"
    "azioni immediate|prossima fase|prossima sessione|prossimi compiti|che viene dopo|cosa viene dopo|riprendere da|riprendere qui|riprendi da|"
    "riprendi qui|=ripartire|ripartiamo da|punto di ripresa|punto di ripartenza|da dove ripartire|da dove continuare|da dove si riparte|"
    "si riparte da|per riprendere|per continuare|continua da|continuare da|continuare qui|come proseguire|=proseguire|=prosecuzione|"
    "proseguire con|fare adesso|fare ora|fare subito|da fare subito|da fare ora|compito immediato|compiti immediati|passi immediati|"
    "passo immediato|attivita immediate|azione immediata|azioni richieste|azioni da fare|ordine consigliato|ordine suggerito|"
    "ordine di esecuzione|cosa serve fare|bisogna fare|lavoro successivo|da riprendere",
    "vi": "buoc tiep theo|cac buoc tiep theo|viec tiep theo|viec can lam|cong viec tiep theo|hanh dong tiep theo|lam tiep|can lam ngay|tiep theo|"
    "viec can lam tiep|phien tiep theo|phien sau|buoc ke tiep|cac buoc ke tiep|buoc sau|viec ke tiep|viec phai lam|viec nen lam|viec se lam|"
    "viec lam tiep|viec dau tien|lam gi tiep|lam gi tiep theo|tiep tuc tu|tiep tuc voi|tiep tuc o|diem tiep tuc|diem tiep noi|lam tiep tu|"
    "nhiem vu tiep theo|dau viec tiep theo|phien toi|phien ke tiep|hanh dong can lam|hanh dong ngay|lam ngay|can lam tiep|can lam gi|"
    "thu tu thuc hien|thu tu lam|thu tu de xuat|thu tu uu tien|cong viec can lam|cong viec sap toi|=buoc toi|sap lam",
    "ru": "план на завтра|нужно сделать|надо сделать|"
    "следующие шаги|следующий шаг|следующие действия|следующее действие|следующая задача|следующие задачи|что делать дальше|что дальше|"
    "дальнейшие шаги|что еще нужно сделать|что нужно сделать|с чего продолжить|продолжить с|следующая сессия|дальнейшие действия|"
    "дальнейшая работа|дальнейшие планы|=продолжить|=продолжение|продолжать с|точка продолжения|точка входа|с чего начать дальше|план действий|"
    "ближайшие шаги|ближайшие задачи|ближайшие действия|что осталось сделать|порядок действий|порядок работ",
    "tr": "sonraki adimlar|sonraki adim|siradaki is|siradaki tek is|siradaki isler|siradaki adim|siradaki|sirada|yapilacak ilk is|sonra ne yapilacak|"
    "kaldigimiz yerden|devam noktasi|sonraki is|sonraki isler|sonraki gorev|sonraki gorevler|sonraki oturum|siradaki gorev|siradaki gorevler|"
    "bir sonraki adim|nereden devam|devam edilecek|devam et|devam etmek icin|su an yapilacak|hemen yapilacak|hemen yapilacaklar|"
    "yapilmasi gereken|yapilmasi gerekenler|acil isler",
    "id": "langkah selanjutnya|langkah berikutnya|tugas berikutnya|tugas selanjutnya|lanjutkan dari|lanjut dari|yang harus dikerjakan|"
    "yang perlu dikerjakan",
    "ar": "الخطوة التالية|الخطوات التالية|الخطوة القادمة|الخطوات القادمة|المهمة التالية|المهام التالية|ما يجب فعله",
    "nl": "volgende stap|volgende stappen|vervolgstappen|=wat nu|te doen",
    "pl": "nastepne kroki|nastepny krok|kolejne kroki|kolejny krok|co dalej|do zrobienia",
    "gl": "seguinte paso|seguintes pasos|proximos pasos|que facer",
    "ca": "seguents passos|proxims passos|proxim pas|passos seguents|seguent pas|que fer|que toca fer|com continuar|on continuar|per continuar|propera sessio|"
    "proxima sessio|proximes accions|propera accio|tasques immediates|accions immediates|prioritats immediates|=seguent",
}
BARE: Mapping[str, str] = {  # the word alone: "Next (P0)", "Nächstes Paket"
    "en": "next|=next session|=the next session",
    "zh": "=下一个|=后续|=接下来",
    "ja": "=次|=次へ|=次に|=次は|=続き",
    "ko": "=다음|=다음 차례",
    "pt": "proximo|proxima|proximos|proximas|=seguinte|=seguintes|=a seguir|=em seguida",
    "es": "siguiente|siguientes|proximo|proxima|proximos|proximas|=a continuacion|=lo proximo",
    "fr": "prochain|prochaine|prochains|prochaines|=suivant|=suivante|=suivants|=suivantes|=ensuite|=et ensuite|=suite",
    "de": "nachste|nachster|nachsten|nachstes|naechste|naechster|naechsten|naechstes|=weiter",
    "it": "prossimo|prossima|prossimi|prossime|=successivo|=successiva|=successivi|=successive|=in seguito|=a seguire|=e poi",
    "vi": "=tiep theo|=ke tiep|=sap toi",
    "ru": "следующий|следующая|следующее|следующие|=дальше|=далее|=дальнейшее",
    "tr": "=sonraki|=siradaki|=bir sonraki",
    "id": "=selanjutnya|=berikutnya",
    "ar": "=التالي",
    "nl": "=volgende",
}
START: Mapping[str, str] = {  # what to do first, which may be setting up rather than the work
    "en": "want you to do|main task|primary task|your assignment|your job now|the job|what you need to do|"
    "the ask|your task|your mission|your job|your goal|your objective|how to continue|do first|do this first|do these first|do these now|start here|start with|first action|first actions|first step|first steps|"
    "first task|first thing|where to start|what to do first|first move|first thing to do|first thing to do next session|first thing next session|first task next session|first step next session|=first thing tomorrow|=tomorrow first|first priority|=kickoff|=kick off|=kick-off|begin here|begin with|"
    "=start point|=starting point|do now|your first|=first up|the task|=the mission|the assignment|current ask|=ask|=request|=the request|=what i need|=what we need",
    "zh": "你的任务|你的工作|主要任务|你的任務|主要任務|"
    "从这里开始|先做|第一步|第一件事|首先要做|首先做|=首要|=起步|开始点|从这开始|执行步骤|執行步驟|=起点|先从|第一优先|入手",
    "ja": "あなたのタスク|あなたの任務|あなたの作業|今回のタスク|今回やること|今回の作業|依頼内容|依頼事項|お願いしたいこと|お願い|"
    "まずやること|最初にやること|最初に確認すること|最初にすること|=まずは|最初の一手|最初のステップ|最初の作業|最初のタスク|最初に行う|最初に取り|最初の手順|ここから始め|ここから開始|開始手順|着手順|一番最初|第一歩|手始め|最初にやる|まずやる|まず最初|始め方|"
    "スタート地点",
    "ko": "바로 시작|당신의 작업|당신의 임무|너의 작업|주요 작업|핵심 작업|요청 사항|이번 작업|"
    "먼저 할 일|우선 할 일|첫 작업|첫 단계|첫 번째 할 일|첫 할 일|첫 액션|가장 먼저|여기서 시작|여기부터|=시작하기|=시작점|먼저 해야|먼저 하는",
    "pt": "o trabalho desta sessao|sua missao|tua missao|sua tarefa|tua tarefa|suas tarefas|tarefa principal|=missao|"
    "por onde comecar|comece por|primeiro passo|onde comecar|comecar por|comecar aqui|comece aqui|comece por aqui|primeira tarefa|primeira acao|"
    "primeira coisa|primeiro a fazer|=inicio imediato|=ponto de partida",
    "es": "el trabajo de esta sesion|tu mision|tu tarea|tus tareas|su mision|su tarea|tarea principal|=mision|"
    "por donde empezar|primer paso|donde empezar|empezar por|empieza por|empezar aqui|empieza aqui|comenzar por|comienza aqui|por donde arrancar|"
    "arrancar por|=arranque|primera tarea|primera accion|primera cosa|=lo primero|primero hacer|=punto de partida|=punto de entrada",
    "fr": "le travail de cette session|ta mission|votre mission|ta tache|votre tache|tes taches|tache principale|=mission|"
    "par ou commencer|premiere action|premiere etape|ou commencer|commencer par|commencer ici|commencez par|commencez ici|par quoi commencer|"
    "premier pas|premiere tache|premiere chose|=d'abord|=en premier|=point de depart|=point d'entree|demarrer par|demarrer ici|a faire en premier",
    "de": "=morgen zuerst|=als erstes|=zuerst|aufgabe dieser sitzung|arbeit dieser sitzung|deine aufgabe|deine aufgaben|dein auftrag|deine mission|ihre aufgabe|hauptaufgabe|eure aufgabe|"
    "als erstes|zuerst|einstieg|=erster schritt|=erste schritte|erste aufgabe|erste aktion|womit anfangen|wo anfangen|hier anfangen|"
    "hier beginnen|hier starten|beginne mit|beginn mit|starte mit|start hier|=startpunkt|=ausgangspunkt|als allererstes|zuallererst|sofort zu tun",
    "it": "il lavoro di questa sessione|il tuo compito|i tuoi compiti|la tua missione|il tuo lavoro|compito principale|=missione|"
    "da dove partire|primo passo|da dove iniziare|da dove cominciare|iniziare da|inizia da|inizia qui|comincia da|cominciare da|parti da qui|"
    "partire da|=prima cosa|primo compito|prima azione|prima di tutto|=punto di partenza|=per iniziare|per prima cosa",
    "vi": "nhiem vu cua ban|nhiem vu chinh|viec cua ban|viec chinh|"
    "bat dau tu|bat dau o day|=bat dau bang|bat dau voi|buoc dau tien|viec dau tien|lam dau tien|=lam truoc|lam truoc tien|=truoc tien|"
    "diem bat dau",
    "ru": "твоя задача|ваша задача|главная задача|основная задача|"
    "начать с|первым делом|с чего начать|начните с|начни с|начать здесь|первый шаг|первая задача|=сначала|в первую очередь",
    "tr": "gorevin|goreviniz|ana gorev|"
    "once sunu yap|ilk yapilacak|ilk adim|ilk is|ilk gorev|buradan basla|nereden baslamali|=once",
    "id": "tugas utama|tugasmu|tugas anda|"
    "mulai dari|langkah pertama",
}
OPEN: Mapping[str, str] = {
    "en": "also open|still open|left open|remains open|open problems|open questions and|unresolved issues|unsolved problems|"
    "prioritized backlog|prioritised backlog|priority backlog|remaining|to do|todo|todos|to-do|pending|outstanding|open items|open issues|open tasks|open work|open todos|open threads|unfinished|"
    "not done|not yet done|left to do|what's left|whats left|what is left|still to do|immediate|priority|priorities|priority order|resume|"
    "takeover|next session|next agent|next claude|next assistant|next developer|next dev|where to resume|where we left off|where i left off|picking up|pick up|resuming|incomplete|"
    "follow-up|follow-ups|follow up|bugs to fix|issues to fix|things to fix|fixes needed|needs doing|what needs to happen|what has to happen|what must happen|tomorrow|=after that|work left|to be done|awaiting|queued|carry-over|carryover|handoff tasks|"
    "not finished|not yet finished|not completed|not yet completed|not complete|didn't get to|did not get to|didnt get to|didn't finish|did not finish|ran out of time|remaining gaps|open gaps|"
    "first session|task list|ordered tasks|work queue|open questions|still open|open ends|loose ends|loose threads|leftover|leftovers|unresolved|"
    "unstarted|not started|not yet started|not implemented|not yet implemented|still missing|still needed|still needs|still outstanding|"
    "still pending|=remains|remains open|what remains|what's missing|what is missing|needs work|needs attention|to finish|to complete|yet to do|"
    "yet to be done|left over|to-dos|to dos|work items|open points|open loops|open actions|open decisions|open thread|open action items|"
    "punch list|punchlist|task queue|=queue|current queue|current likely queue|next-up queue|for tomorrow|tomorrow's|where i stopped|where we stopped|=left off|=parked|=on hold|"
    "outstanding work|unfinished business|unfinished work|"
    "awaiting user|waiting on|waiting for|blocked on you|"
    "needs user|=checklist|user action|user actions|human action|human actions|manual steps|manual actions|for you to do|you need to do|"
    "to verify|to test|to check|needs verification|needs testing|not done yet|=open|=tasks|"
    "=today|=actions|=left|=missing|=continue|=pickup|=carry over|=hanging",
    "zh": "没来得及|來不及|来不及|待用户|待實測|待实测|未决问题|待解问题|開放問題|开放问题|"
    "待辦|待處理|待確認|待完成|剩餘|遺留|優先級|還沒|未做完|尚待|待續|後續|繼續|未竟|"
    "待办|待完成|未完成|剩余|待处理|待做|遗留|后续|下一轮|优先级|待解决|继续|未竟|还没做|待修复|接续|恢复|未尽事宜|未尽事项|=未做|=没做|没做完|没完成|=还没|还剩|=还差|还需|剩下|仍需|仍未|遗漏|欠缺|=缺口|待续|待处理事项|待验证|待测试|待确认|"
    "待补|待修|待改|待决|待定|待开发|待实现|待跟进|待优化|悬而未决|=挂起|=搁置|=队列|任务清单|=任务列表|工作清单|需要用户|需用户|等待用户|等用户|=等待|=明天|=明日|=收尾|后面要|下一会话|=下次|"
    "=任务|=剩|=待|=今天",
    "ja": "優先順位|やり残し|やり残した|やっていないこと|まだやっていない|未完成|未解消|未定|"
    "残タスク|残作業|残課題|残件|残り|残っている|残す|宿題|未解決|未検証|未完了|未対応|未着手|未実装|残存課題|やること|todo|次に|次回|次の|次セッション|保留|再開|途中|優先度|積み残し|既知の残|着手予定|継続|残りの|残り作業|残りタスク|残項目|"
    "残りの作業|未了|未消化|未処理|未着手タスク|未実施|未確認|未テスト|未決|未決定|未決事項|未反映|未対処|未修正|未公開|未完|できていない|やっていない|終わっていない|足りない|要対応|要確認|要作業|要検証|要修正|要テスト|対応待ち|確認待ち|=待ち|"
    "ペンディング|=実装中|=仕掛|やりかけ|継続作業|継続タスク|申し送り|申送り|引き継ぎ事項|引継ぎ事項|引継事項|引き継ぐ作業|=タスク一覧|タスクリスト|作業一覧|作業リスト|作業キュー|=チェックリスト|=明日|=翌日|=続き|=後続|"
    "フォローアップ|ユーザー作業|ユーザー対応|=手動作業|=手動で|=残|=未|=タスク|=今日",
    "ko": "안 한 것|못 끝낸|끝내지 못한|못한 것|못한 일|남긴 작업|하지 못한|"
    "남은|미완|미완료|할 일|할일|후속|대기|보류|이어서|다음|진행 예정|해야 할|잔여|우선순위|미해결|재개|=못한|못 한|못다 한|=안 한|=안한|덜 된|미진행|미착수|미처리|미구현|미확인|미검증|=미정|미수행|미반영|미배포|남아 있는|"
    "남아있는|남은 것|남은 일|잔업|해야할|해야 하는|필요한 작업|=작업 중|작업 목록|작업 리스트|작업 큐|=체크리스트|확인 필요|검증 필요|결정 필요|사용자 확인|사용자 조치|=사용자가|=내일|=계속|=숙제|=열린|열려 있는|"
    "오픈 이슈|대기 중|=할 것|수동 작업|=작업|=오늘|=잔여",
    "pt": "problemas em aberto|problemas abertos|problemas pendentes|questoes em aberto|questoes abertas|"
    "faltante|faltantes|"
    "backlog priorizado|pendente|pendentes|tarefas|pendencias|pendencia|a fazer|por fazer|falta|faltam|faltando|em aberto|restante|restantes|onde paramos|retomar|"
    "nao deu tempo|nao consegui|prioridades|tarefas abertas|o que falta|por terminar|por concluir|a concluir|a terminar|a resolver|por resolver|ainda falta|"
    "falta fazer|ainda por fazer|nao feito|nao feita|nao iniciado|nao iniciada|nao concluido|inacabado|inacabada|=incompleto|=aberto|=abertos|"
    "=aberta|=abertas|pontos abertos|pontas soltas|=em curso|em execucao|=aguardando|=esperando|=fila|=restam|=resta|sobrou|"
    "ficou pendente|ficaram pendentes|=amanha|lista de tarefas|acoes pendentes|itens pendentes|a validar|"
    "a verificar|a testar|por validar|por testar|acoes do usuario|acao do usuario|=checklist|=retomando|=prioridade|=continuar|=continuacao|"
    "=hoje",
    "es": "lo que esta abierto|lo que queda abierto|sigue sin|siguen sin|problemas abiertos|problemas pendientes|problemas sin resolver|cuestiones abiertas|temas abiertos|temas pendientes|preguntas abiertas|"
    "faltante|faltantes|"
    "backlog priorizado|backlog prioritario|pendiente|pendientes|por hacer|tareas|lista de tareas|falta|faltan|sin terminar|abierto|abiertos|restante|restantes|donde quedamos|"
    "donde estamos|retomar|prioridades|tareas abiertas|lo que falta|por terminar|por completar|por resolver|por cerrar|sin resolver|"
    "no alcance a|no me dio tiempo|no dio tiempo|sin hacer|sin empezar|sin cerrar|no hecho|no terminado|no empezado|inacabado|=incompleto|=abierta|=abiertas|puntos abiertos|cabos sueltos|"
    "frentes abiertos|en progreso|=en marcha|=en proceso|=en espera|=esperando|=cola|cola de trabajo|=quedan|=queda|quedo pendiente|que queda|"
    "lo que queda|=resta|=restan|=manana|acciones pendientes|por validar|por verificar|"
    "por probar|a validar|acciones del usuario|accion del usuario|=checklist|=prioridad|=continuar|=continuacion|=retoma|=quedamos|=hoy",
    "fr": "problemes ouverts|problemes en suspens|problemes restants|questions ouvertes|sujets en suspens|bugs ouverts|"
    "backlog priorise|backlog prioritaire|a faire|reste a faire|restant|restants|restante|restantes|en attente|en suspens|a reprendre|reprise|reprendre|priorites|non fait|"
    "pas eu le temps|non termine|ce qui reste|taches ouvertes|points ouverts|=reste|=restent|il reste|ce qu'il reste|reste ouvert|restes a faire|a terminer|"
    "a finir|a completer|a traiter|a resoudre|a corriger|a valider|a verifier|a tester|a livrer|non resolu|non resolus|non commence|non fini|"
    "=inacheve|inachevee|pas fait|pas encore fait|pas termine|=incomplet|=ouvert|=ouverts|=ouverte|=ouvertes|chantiers ouverts|=chantiers|"
    "sujets ouverts|fils ouverts|travail restant|travaux restants|"
    "en attente de|=file d'attente|=demain|liste de taches|=taches|todo|"
    "actions en attente|actions utilisateur|=checklist|=priorite|ou l'on s'est arrete|ou on s'est arrete|a continuer|a poursuivre|"
    "=aujourd'hui",
    "de": "offene probleme|offene bugs|ungeloste probleme|verbleibende probleme|"
    "priorisiertes backlog|priorisierter backlog|offen|offene|offene punkte|offene aufgaben|aufgaben|aufgabenliste|noch offen|ausstehend|verbleibend|verbleibende|unerledigt|todo|"
    "nicht geschafft|nicht fertig geworden|weitermachen|fortsetzen|prioritaten|restarbeiten|zu erledigen|noch zu|danach|=offener|=offenes|offen geblieben|offen gebliebene|"
    "offene arbeiten|offene themen|offene fragen|offene todos|offene baustellen|=baustellen|=baustelle|restpunkte|=restliche|=reste|=rest|=ubrig|"
    "=ubrige|=verbleibt|=fehlt|fehlt noch|=fehlend|=fehlende|=fehlendes|nicht fertig|nicht erledigt|nicht begonnen|=noch nicht|noch fehlt|"
    "unfertig|ungelost|ungeklart|unvollstandig|halbfertig|=angefangen|=angefangene|=in bearbeitung|=wartet|"
    "=wartend|wartet auf|=warteschlange|warteliste|=zuruckgestellt|=morgen|"
    "arbeitsliste|todo-liste|to-do|to-dos|todos|=checkliste|zu prufen|zu testen|zu klaren|zu machen|=prioritat|wo wir aufgehort haben|"
    "wo ich aufgehort habe|stehengeblieben|stehen geblieben|=weiter|nacharbeiten|nacharbeit|hausaufgaben|ausstehende|ausstehendes|=heute|"
    "=arbeit",
    "it": "problemi aperti|problemi in sospeso|problemi irrisolti|domande aperte|bug aperti|"
    "backlog prioritario|backlog priorizzato|da fare|in sospeso|rimanente|rimanenti|aperti|aperte|pendente|pendenti|in attesa|priorita|riprendere|cosa manca|cosa resta|restano|"
    "ripresa|=rimane|=rimangono|=rimasto|=rimasti|=resta|resta da fare|=restante|=restanti|ancora da fare|ancora aperti|ancora aperto|"
    "non sono riuscito|non ho fatto in tempo|ancora aperte|=mancante|=mancanti|=manca|=mancano|non fatto|non fatti|non finito|non iniziato|non completato|=incompleto|incompiuto|"
    "lasciato a meta|=a meta|da finire|da completare|da terminare|da risolvere|da chiudere|da verificare|da testare|da provare|da validare|"
    "da decidere|irrisolto|irrisolti|punti aperti|questioni aperte|fronti aperti|cantieri aperti|lavori aperti|=aperto|=aperta|in lavorazione|"
    "=sospesi|=sospeso|in coda|=coda|=domani|lista attivita|elenco attivita|"
    "=attivita|todo|=checklist|dove eravamo|dove siamo rimasti|dove ci siamo fermati|pendenze|azioni utente|=oggi",
    "vi": "van de con lai|van de mo|van de chua giai quyet|cau hoi mo|"
    "con lai|chua xong|chua lam|dang cho|can lam|chua hoan thanh|dang do|uu tien|tiep tuc|con treo|viec treo|ton dong|viec ton dong|"
    "viec con lai|viec con treo|con thieu|chua hoan tat|chua bat dau|chua trien khai|chua xu ly|chua giai quyet|chua test|chua kiem tra|"
    "=chua duoc|=con do|dang do dang|=do dang|viec do|viec dang do|dang thuc hien|dang tien hanh|dang xu ly|=dang mo|"
    "cho xu ly|cho duyet|cho xac nhan|cho nguoi dung|hang doi|danh sach viec|danh sach cong viec|=viec can|=nhiem vu|"
    "=dau viec|=ngay mai|can kiem tra|can xac nhan|can test|=viec cua|=hom nay|=viec",
    "ru": "открытые проблемы|нерешенные проблемы|"
    "осталось|осталось сделать|не сделано|нерешенное|открытые вопросы|открытые задачи|задачи|приоритеты|отложено|незавершенное|"
    "не завершено|не закончено|незакончено|недоделано|не решено|нерешенные|=открытое|=открыто|=остается|=остались|в очереди|очередь|"
    "=ожидает|=ожидание|на паузе|=завтра|список задач|чеклист|чек-лист|=хвосты|=долги|=приоритет|надо сделать|"
    "=сделать|к выполнению|предстоит",
    "tr": "acik sorunlar|cozulmemis sorunlar|"
    "yapilacaklar|kalan|kalan isler|bekleyen|acik isler|eksikler|yarim kalan|oncelikler|=yapilacak|kalanlar|=eksik|eksik kalan|"
    "eksik kalanlar|tamamlanmamis|tamamlanmayan|bitmemis|bekleyenler|=bekliyor|=acik|acik konular|acik maddeler|acik gorevler|beklemede|kuyruk|"
    "=yarin|gorev listesi|kontrol listesi|=oncelik|=oncelikli|surmekte",
    "id": "belum selesai|yang tersisa|=tersisa|=sisa pekerjaan|tertunda|sedang dikerjakan|=prioritas|=lanjutan",
    "ar": "المتبقي|المهام المتبقية|قيد التنفيذ|=معلق|المعلقة|لم يكتمل|الأولويات",
    "ca": "pendent|pendents|tasques pendents|per fer|queda per fer|prioritats|tasques obertes|temes oberts|en curs|=tasques|=pendents",
    "nl": "openstaand|openstaande|resterend|nog te doen|nog open",
    "pl": "pozostalo|=w toku|=otwarte|zalegle",
}
FOCUS: Mapping[str, str] = {  # what is being worked on, which may be all that a text says of what to do
    "en": "current task|active task|current focus|current work|current goal|current objective|active work|doing now|in flight|in-flight|=wip|work in progress|=focus",
    "zh": "当前任务|当前焦点|当前重点|正在做|正在进行|=现在",
    "ja": "現在のタスク|現在の作業|現在作業中|=今",
    "ko": "현재 작업|=지금",
    "pt": "tarefa atual|foco atual|trabalho atual|=agora",
    "es": "tarea actual|foco actual|trabajo actual|trabajo en curso|=ahora",
    "fr": "tache actuelle|focus actuel|travail en cours|travaux en cours|tache en cours|taches en cours|=maintenant",
    "de": "aktuelle aufgabe|aktueller fokus|aktuelle arbeit|gerade in arbeit|=jetzt",
    "it": "compito attuale|attivita in corso|lavoro in corso|focus attuale|=adesso|=ora",
    "vi": "nhiem vu hien tai|cong viec hien tai|=bay gio",
    "ru": "текущая задача|текущий фокус",
    "tr": "su anki gorev|aktif gorev",
}
RUNNING: Mapping[str, str] = {  # what is under way: it tells where the work stands, and a list of what is open beside it is surer
    "en": "in progress|=underway|=now|=right now",
    "zh": "進行中|=进行中",
    "ja": "=作業中|=進行中|=着手中",
    "ko": "진행 중|=진행중",
    "pt": "em andamento|em progresso",
    "es": "en curso",
    "fr": "en cours|chantier en cours|chantiers en cours",
    "de": "in arbeit|=laufend|=laufende|laufende arbeiten",
    "it": "in corso",
    "vi": "dang lam|dang lam do|viec dang lam",
    "ru": "в работе|в процессе",
    "tr": "devam eden|devam ediyor",
}
WIDER: Mapping[str, str] = {
    "en": "unverified|untested|not verified|not tested|decisions still required|decisions required|decisions needed|decisions to make|then|backlog|roadmap|ideas|future work|future|later|nice to have|upcoming|candidates|suggestions|recommendations|planned|wishlist|stretch|"
    "action plan|known gaps|=plan|phased plan|implementation plan|implementation order|suggested order|recommended order|execution order|"
    "order of work|work order|work plan|working plan|=rollout|migration plan|=phases|=milestones|=proposed|=proposals|possible next|"
    "possible improvements|=options|open ideas|could do|=follow on|=follow-on|=long term|=long-term|=short term|=short-term|=medium term|"
    "=medium-term",
    "zh": "路线图|规划|后续计划|未来|以后|建议|想法|展望|=计划|实施计划|开发计划|阶段计划|实施顺序|=里程碑|优化方向|优化建议|=可选|=候选|=备选",
    "ja": "バックログ|ロードマップ|今後|将来|候補|アイデア|改善案|予定|検討事項|提案|=計画|実装計画|作業計画|実装順|実施順|=マイルストーン|=やりたいこと|将来対応|いずれ",
    "ko": "백로그|로드맵|향후|아이디어|추후|향후 계획|제안|예정|=계획|구현 계획|작업 계획|구현 순서|=마일스톤|=후보|고려 사항",
    "pt": "backlog|roadmap|ideias|futuro|depois|planejado|plano de acao|sugestoes|=plano|plano de implementacao|plano de trabalho|=fases|=marcos|"
    "=propostas|=opcoes|=mais tarde|a medio prazo|planejados",
    "es": "backlog|hoja de ruta|ideas|futuro|despues|plan de accion|sugerencias|previsto|=plan|plan de implementacion|plan de trabajo|=fases|=hitos|"
    "=propuestas|=opciones|=mas adelante|planificado|roadmap",
    "fr": "backlog|feuille de route|idees|futur|plus tard|pistes|a venir|plan d'action|suggestions|=plan|plan de travail|plan d'implementation|=phases|"
    "=jalons|=propositions|=options|roadmap|=prevu|a terme|=evolutions|idees pour",
    "de": "backlog|ideen|spater|zukunft|ausblick|geplant|vorschlage|fahrplan|=plan|umsetzungsplan|arbeitsplan|=phasen|=meilensteine|=optionen|"
    "=moglichkeiten|roadmap|=irgendwann|aktionsplan|massnahmenplan",
    "it": "backlog|roadmap|idee|futuro|piu avanti|piano d'azione|suggerimenti|previsto|=piano|piano di lavoro|piano di implementazione|=fasi|=tappe|"
    "=proposte|=opzioni|pianificato|=in futuro|sviluppi futuri|evolutive",
    "vi": "ke hoach tiep|y tuong|tuong lai|sau nay|lo trinh|de xuat|=ke hoach|ke hoach trien khai|cac giai doan|=cot moc|=phuong an|=ve sau|=goi y|"
    "=dinh huong",
    "ru": "бэклог|планы|идеи|на будущее|предложения|=план|план работ|=этапы|предложение|=потом|=позже|роадмап|дорожная карта",
    "tr": "fikirler|ileride|gelecek|oneriler|yol haritasi|=plan|uygulama plani|=secenekler",
    "id": "=rencana|=ide|peta jalan",
}
