"""The words of titles by language: what every handoff's title has, and what its goal stands under (see words.py)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

HANDOFF: Mapping[str, str] = {
    "en": "handoff|hand-off|hand off|handoffs|handover|hand-over|hand over|continue here|continue-here|continuation|resume note|resume here|"
    "next session|next-session|session state|session notes|session summary",
    "zh": "交接文档|交接报告|交接说明|交接记录|交接文件|交接书|交接|移交文档|移交|接手文档|接手说明|接续文档",
    "ja": "引き継ぎ|引継ぎ|引継|引きつぎ|ひきつぎ|申し送り|ハンドオフ|引き継ぎ書|引継書",
    "ko": "인수인계서|인수인계|인계서|인계|핸드오프|인수 인계",
    "pt": "passagem de bastao|transferencia|passagem de servico|passagem de contexto|repasse|continue daqui",
    "es": "traspaso|relevo|continuar aqui|entrega de turno|pase de turno|transferencia",
    "fr": "passation|transmission|passage de relais|releve|reprise",
    "de": "ubergabe|uebergabe|ubergabedokument|ubergabeprotokoll|sitzungsubergabe|ubergabenotiz",
    "it": "passaggio di consegne|consegne|passaggio|consegna|continua da qui|riprendere da qui",
    "vi": "ban giao|chuyen giao",
}
FILLER: Mapping[str, str] = {  # says nothing when nothing else is said
    "en": "session|document|doc|docs|documentation|file|files|note|notes|next|agent|agents|for|the|of|to|and|a|an|in|on|from|with|"
    "claude|codex|code|claude code|cursor|gemini|copilot|opencode|ai|llm|work|working|context|pack|portable|project|continuity|"
    "transfer|report|summary|brief|briefing|prompt|log|status|state|current|latest|new|fresh|development|dev|developer|"
    "team|portable|tool-agnostic|md|json|generated|updated|last updated|date|as of|end|end of|day|version|v1|v2|v3|"
    "template|info|information|update|start here|read first|read this first|index|active|pickup|resume|stopping point",
    "zh": "文档|项目|会话|开发|报告|说明|记录|新|给|下一个|下一位|的|和|与|工作|进度|状态|上下文|总结|本次|当前|最新|档|书|窗口|对话|版",
    "ja": "ドキュメント|セッション|作業|メモ|資料|書|用|プロンプト|プロジェクト|次|次回|の|へ|現在|最新|開発|情報|内容|ファイル|専用|時点|"
    "まとめ|記録|事項|向け",
    "ko": "문서|세션|작업|프로젝트|서|메모|노트|다음|개발|현재|최신|정리|기록|보고서|요약|용|기준|현재|새",
    "pt": "sessao|documento|notas|nota|para|o|a|de|do|da|proximo|proxima|agente|projeto|contexto|estado|trabalho|e|nova|continuidade|desenvolvimento|"
    "atualizado|em|resumo",
    "es": "sesion|documento|notas|nota|para|el|la|de|del|proximo|proxima|siguiente|agente|proyecto|contexto|estado|trabajo|y|a|nueva|nuevo|en|"
    "desarrollo|actualizado|resumen",
    "fr": "session|document|notes|note|pour|le|la|les|de|du|des|prochain|prochaine|agent|projet|contexte|etat|travail|et|nouvelle|suivant|suivante|"
    "developpement|a jour|resume",
    "de": "sitzung|dokument|notizen|notiz|fur|die|der|das|den|nachste|nachsten|agent|agenten|projekt|kontext|stand|arbeit|und|vom|"
    "an|am|feierabend|entwicklung|zusammenfassung",
    "it": "sessione|documento|note|nota|per|il|la|di|del|della|prossimo|prossima|agente|progetto|contesto|stato|lavoro|lavori|dei|e|nuova|in|altra|continuazione|"
    "sviluppo|aggiornato|riepilogo",
    "vi": "phien|tai lieu|ghi chu|cho|tiep theo|du an|ngu canh|cong viec|va|phien lam viec|trang thai|noi dung|bien ban|ngay|moi",
}
GOAL: Mapping[str, str] = {
    "en": "goal|goals|objective|what|summary|task|tasks|task(s)|current task|active task|feature|topic|title|focus|"
    "current focus|mission|tl;dr|tldr|quick summary|executive summary|one-line state|one-liner|in one sentence|one-sentence summary|at a glance|overview|"
    "subject|scope|current work|what this is about|headline|story|epic|ticket|issue|work in progress|current session|session did|session focus|session goal|session topic|task goal|task target|work item|where we left off|"
    "project intent|what we are building|what i was doing|what happened|what just happened",
    "zh": "目标|任务|概要|摘要|主题|当前任务|本次任务|一句话|一句话总结|项目概述|概述|任务目标|任务背景|改造目标|背景|当前目标|本次会话|这个项目是什么",
    "ja": "目的|目標|概要|要約|タスク|現在のタスク|サマリー|サマリ|テーマ|プロジェクト概要|作業内容|やっていること|背景|ゴール",
    "ko": "목표|현재 목표|세션 목적|목적|요약|작업|현재 작업|개요|주제|프로젝트 개요|배경|한 줄 요약|한눈에|작업 내용",
    "pt": "objetivo|objetivos|resumo|resumo executivo|tarefa|tarefa atual|o que e|visao geral|o que estamos construindo|foco|contexto atual",
    "es": "objetivo|objetivos|resumen|tarea|tarea actual|que es|vision general|en una frase|que es esto|foco|resumen ejecutivo",
    "fr": "objectif|objectifs|resume|tache|tache actuelle|but|en bref|vue d'ensemble|sujet|en une phrase|contexte",
    "de": "ziel|ziele|in einem satz|stand in einem satz|kurz gesagt|aufgabe|zusammenfassung|worum es geht|kurzfassung|thema|uberblick|auftrag|kurz|ausgangslage",
    "it": "obiettivo|obiettivi|in una frase|cos'e il progetto|riepilogo|sommario|compito|attivita|in breve|panoramica|scopo|tema",
    "vi": "muc tieu|tom tat|nhiem vu|tong quan|chu de|cong viec hien tai|boi canh",
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
}
PROCESS: Mapping[str, str] = {  # how handoffs are made, not one of them
    "en": "protocol|guide|guidelines|process|workflow|convention|conventions|policy|instructions|how to|how-to|rules|"
    "specification|spec|standard|playbook|checklist|skill|command|format|schema|readme|directory|system|archive|procedure|"
    "best practices|overview of handoffs|usage",
    "zh": "规范|流程|指南|协议|规则|说明书|约定|制度|格式|教程|使用说明",
    "ja": "プロトコル|ガイド|手順|ルール|規約|運用|フォーマット|仕様|書き方|ガイドライン",
    "ko": "가이드|규칙|절차|프로토콜|규약|지침|형식|사용법",
    "pt": "protocolo|guia|processo|fluxo|regras|instrucoes|formato|convencao|politica|como fazer",
    "es": "protocolo|guia|proceso|flujo|reglas|instrucciones|formato|convencion|politica|como hacer",
    "fr": "protocole|guide|processus|regles|consignes|format|convention|procedure|mode d'emploi",
    "de": "protokoll|leitfaden|anleitung|prozess|ablauf|regeln|format|konvention|richtlinie|verfahren",
    "it": "protocollo|guida|processo|regole|istruzioni|formato|convenzione|procedura",
    "vi": "quy trinh|huong dan|quy tac|giao thuc|dinh dang",
}
