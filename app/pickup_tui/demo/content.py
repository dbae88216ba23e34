"""What the demo's home folder holds: made-up projects with history, and the handoffs that their agents left.

In the texts `{date:26m}` is the local day 26 minutes ago, `{time:2h}` the moment two hours ago with its offset,
`{seconds:2h}` that in seconds since the epoch, `{sha:mark}` and `{short:mark}` the commit with that mark, and `{sha256:name}`
the digest of a file of `relay.ARTIFACTS`. Ages are read by `build.seconds`: m, h, d and w.
"""

from __future__ import annotations

from . import relay
from .shapes import Commit, Project

UPLOADER = Project(
    "uploader",
    "git@github.com:acme/uploader.git",
    (
        Commit("up1", "main", "60d", "Upload files in parts", {"src/upload.py": "def upload(path): ...\n", "README.md": "# uploader\n"}),
        Commit("up2", "main", "22d", "Keep parts of failed uploads for a day", {"src/parts.py": "KEEP = 86400\n", "docs/retry.md": "# Retries\n"}),
        Commit("retry1", "feature/upload-retry", "3h", "Tell transient errors from lasting ones", {"src/errors.py": "TRANSIENT = {429, 503}\n"}),
        Commit("retry2", "feature/upload-retry", "55m", "Retry with exponential backoff", {"src/retry.py": "BASE = 0.5\n"}),
        Commit("retry3", "feature/upload-retry", "18m", "Honour Retry-After", {"tests/__init__.py": "", "src/retry.py": "BASE = 0.5\nHONOUR_RETRY_AFTER = True\n"}),
        Commit("retry4", "feature/upload-retry", "11m", "Cap the backoff at a minute", {"src/retry.py": "BASE = 0.5\nCAP = 60\n"}),
        Commit("retry5", "feature/upload-retry", "4m", "Log each retry once", {"src/log.py": "LEVEL = 'info'\n"}),
    ),
    {
        "HANDOFF.md": (
            """# Handoff

## feature/upload-retry (updated {date:26m})

**What**: Retry uploads with backoff
**Plan**: acme/uploader#41, docs/retry.md

## Context

```yaml
next_step: "write the test for 429: two refusals, then success, on a fake clock"
why_stopped: "inferred: context limit"
plan_progress: 3/7
date: {date:26m}
last_handoff_hash: {short:retry2}
```

Jitter was left out on purpose: the gateway staggers clients already.
`src/retry.py` holds the whole policy; `src/upload.py` must not know about it.

- [x] tell transient errors from lasting ones
- [x] exponential backoff
- [x] give up after five tries
- [ ] test for 429
- [ ] test for a connection that drops half-way
- [ ] resume at the part that failed
- [ ] describe it in docs/retry.md

## main (updated {date:22d})

**What**: Clean up stale upload parts every night

## Context

```yaml
next_step: "run the cleanup on staging with --dry-run and compare the counts"
why_stopped: "waiting for access to staging"
plan_progress: 1/3
last_handoff_hash: {short:up2}
```
""",
            "26m",
        ),
    },
    worktrees=(
        ("Worktrees/uploader-retry", "feature/upload-retry", {"tests/test_retry.py": ("def test_429(): ...\n", "2m")}),
    ),
)

ATLAS = Project(
    "atlas-web",
    "https://github.com/acme/atlas-web.git",
    (
        Commit("web1", "main", "40d", "Checkout in three steps", {"src/checkout/form.tsx": "export const Form = () => null\n", "package.json": "{}\n", "tests/login.spec.ts": "it('signs in')\n"}),
        Commit("web2", "main", "6d", "Move the address fields into one component", {"src/checkout/address.tsx": "export const Address = () => null\n", "src/checkout/payment.tsx": "export {}\n"}),
        Commit("web3", "fix/address-focus", "4h", "Reproduce the lost focus in a test", {"src/checkout/address.test.tsx": "it('keeps focus')\n"}),
    ),
    {
        "HANDOFF.md": (
            """---
title: Address form loses focus after the first key
date: {time:2h}
branch: fix/address-focus
status: active
---

# Session handoff

## Current state

The focus is lost because `Address` gets a new `key` at every render of `src/checkout/form.tsx`.
The failing test is in `src/checkout/address.test.tsx`.

## Next steps

1. ~~Reproduce it in a test~~
2. Give `Address` a stable key, taken from the step and not from the values
3. Check the same pattern in `src/checkout/payment.tsx`

## Blockers

None for the fix. The screen reader run needs somebody with a Mac.
""",
            "2h",
        ),
    },
    head="fix/address-focus",
)

LEDGER = Project(
    "ledger",
    "git@github.com:acme/ledger.git",
    (
        Commit("led1", "main", "80d", "Post double entries", {"ledger/post.py": "def post(entry): ...\n"}),
        Commit("led2", "fix/csv-import", "10d", "Read quoted newlines", {"ledger/csv.py": "def read(file): ...\n"}),
        Commit("led3", "main", "8d", "Merge branch 'fix/csv-import'", {"ledger/csv.py": "def read(file): ...\n"}, "led2"),
        Commit("led4", "feature/rounding", "5d", "Round half to even", {"ledger/money.py": "ROUNDING = 'half-even'\n"}),
        Commit("led5", "feature/rounding", "2d", "Round once, at the end", {"ledger/money.py": "ROUNDING = 'half-even'\nONCE = True\n"}),
    ),
    {
        "HANDOFF.md": (
            """# Handoff

## feature/rounding (updated {date:4d})

**What**: One rounding rule for every currency
**Plan**: #77

## Context

```yaml
next_step: "decide with finance whether the yen rounds per line or per invoice, then fill in tests/test_yen.py"
why_stopped: "question to finance is open"
plan_progress: 2/4
last_handoff_hash: 4f1c2aa9
```

## fix/csv-import (updated {date:9d})

**What**: Import CSV files with quoted newlines

## Context

```yaml
next_step: "merge it once CI is green"
why_stopped: "session ended"
last_handoff_hash: {short:led2}
```
""",
            "4d",
        ),
    },
)

SYNC = Project(
    "sync-kit",
    "https://github.com/acme/sync-kit.git",
    (Commit("syn1", "main", "30d", "競合の検出", {"sync/conflict.py": "def detect(): ...\n"}),),
    {
        "HANDOFF.md": (
            """# 引き継ぎ: 同期の競合解決

更新日: {date:30h}
ブランチ: main

## 現状

検出は終わり。`sync/conflict.py` の `detect` は三方向の比較で動いている。

## 次のステップ

- [x] 競合の検出
- [ ] 両方の変更を残す規則を `sync/merge.py` に書く
- [ ] 時計がずれた端末でのテスト

## 中断の理由

仕様の確認待ち(添付ファイルの扱い)
""",
            "30h",
        ),
    },
)

GARDEN = Project(
    "pixel-garden",
    "https://github.com/acme/pixel-garden.git",
    (Commit("gar1", "main", "50d", "물주기 애니메이션", {"src/water.ts": "export {}\n"}),),
    {
        "HANDOFF.md": (
            """# 인수인계: 정원 저장 기능

갱신: {date:6d}

## 현재 상태

저장 형식은 정해졌고 `src/save.ts`에 쓰기까지 되어 있음.

## 다음

1. 읽기와 버전 올리기를 `src/save.ts`에 추가
2. 손상된 파일을 만났을 때의 안내문

## 남은 문제

오래된 저장 파일에는 계절 정보가 없음
""",
            "6d",
        ),
    },
)

FATURA = Project(
    "fatura",
    "https://github.com/acme/fatura.git",
    (Commit("fat1", "main", "90d", "Emitir nota fiscal", {"fatura/nota.py": "def emitir(): ...\n"}),),
    {
        "HANDOFF.md": (
            """# Handoff: envio de notas em lote

Atualizado em: {date:15d}

## Onde paramos

O envio em lote funciona até 50 notas; acima disso o servidor responde 413.

## Próximos passos

- [ ] Dividir o lote em `fatura/lote.py`
- [ ] Repetir só as notas que falharam
""",
            "15d",
        ),
    },
)

FIELD = Project(
    "feldbuch",
    "https://github.com/acme/feldbuch.git",
    (Commit("fel1", "main", "100d", "Messwerte einlesen", {"feldbuch/lesen.py": "def lesen(): ...\n"}),),
    {
        "HANDOFF.md": (
            """# Übergabe: Karten ohne Netz

Stand: {date:23d}

## Stand der Dinge

Die Kacheln liegen im Zwischenspeicher, aber niemand räumt ihn auf.

## Nächste Schritte

1. Obergrenze von 500 MB in `feldbuch/karten.py` durchsetzen
2. Anzeige, wie alt eine Kachel ist
""",
            "23d",
        ),
    },
)

PROJECTS = (UPLOADER, ATLAS, LEDGER, SYNC, GARDEN, FATURA, FIELD, relay.RELAY)

# Files below the home folder that belong to no project, with their ages.
FILES: dict[str, tuple[str, str]] = {
    ".bdc/handoff/tenant-rate-limits.md": (
        """---
kind: handoff
status: active
title: Roll out per-tenant rate limits
last_session: {time:7h}
prs: [acme/uploader#39, acme/atlas-web#212]
scope: gateway
---

# Per-tenant rate limits

## Last session brief

```yaml
next_step: "raise the canary from 5% to 25% and watch the p95 of /upload for an hour"
why_stopped: "waiting for a day of canary figures"
plan_progress: 2/5
```
""",
        "7h",
    ),
    ".bdc/handoff/on-call-runbook.md": (
        """---
kind: handoff
status: done
title: On-call runbook for the queue
last_session: {time:38d}
prs: []
---

## Last session brief

```yaml
next_step: "ask the next on-call person to follow it once, word by word"
why_stopped: "finished"
```
""",
        "38d",
    ),
    ".bdc/handoff/old-rate-limits.md": (
        """---
kind: handoff
status: superseded
title: Global rate limit
last_session: {time:31d}
prs: [acme/uploader#22]
---

## Last session brief

```yaml
next_step: "none: per-tenant limits replace it"
```
""",
        "31d",
    ),
    "tmp/handoff-{seconds:95m}-4242.md": (
        """# Login test fails one time in forty

Project: atlas-web
Branch: main

## Done

- 200 runs: it only fails when the minute changes between sign-in and the check
- the token's `exp` is rounded down, the check rounds up

## Next

Freeze the clock in `tests/login.spec.ts`, then look for other tests that read the wall clock.
""",
        "95m",
    ),
    ".claude/handoffs/latest": ("{home}/tmp/handoff-{seconds:95m}-4242.md\n", "95m"),
    ".config/pickup-tui/config.toml": (
        '# The demo\'s own settings.\nroots = ["~/Projects"]\n\n[agents]\nclaude = ["claude"]\n',
        "100d",
    ),
    **relay.SESSIONS,
}

# What the host said of review threads a minute ago, by pull request: the demo asks nobody.
REVIEWS = {"acme/uploader#41": True, "acme/uploader#39": False, "acme/atlas-web#212": False}
