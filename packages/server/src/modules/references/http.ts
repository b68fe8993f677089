import { type ReferenceKind, referenceFields } from '@stationmaster/contract'
import type { AllHandlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import { LogThrottle } from '../../shared/log-throttle.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type Query, runCount, runGet, runList } from '../../storage/list/list-query.ts'
import {
  noReference,
  type ReferenceBody,
  type ReferenceDeps,
  removeReference,
  setReference,
} from './set-reference.ts'
import { collectReported } from './collect-reported.ts'
import { type ReferenceShown, referenceSources } from './list-store.ts'
import { countUses } from './store.ts'

const kinds = Object.keys(referenceFields) as ReferenceKind[] // its own keys
/** Milliseconds after which reported values are collected again when an administrator requests a list. */
const gatherAgainMs = 10_000

type ReferenceHandlers = Pick<
  AllHandlers,
  Extract<keyof AllHandlers, `${ReferenceKind}${'List' | 'Count' | 'Get' | 'Set' | 'Delete'}`>
>

/** Endpoints of all kinds of references: every user reads them, administrators change them. */
export function referencesHttp(deps: ReferenceDeps): ReferenceHandlers {
  const rarely = new LogThrottle(gatherAgainMs)
  const collect = async (viewer: Viewer, kind: ReferenceKind): Promise<void> => {
    if (viewer.isAdmin && (kind === 'vendor' || kind === 'model') && rarely.shouldLog(''))
      await collectReported(deps)
  }
  const entries = kinds.flatMap((kind) => Object.entries(ofKind(deps, kind, collect)))
  // built from the table of kinds, as the endpoints are; server start and tests check that both match
  return Object.fromEntries(entries) as unknown as ReferenceHandlers
}

function ofKind(
  deps: ReferenceDeps,
  kind: ReferenceKind,
  collect: (viewer: Viewer, kind: ReferenceKind) => Promise<void>,
) {
  const { db } = deps
  const source = referenceSources[kind]
  return {
    [`${kind}List`]: async (viewer: Viewer, query: Query) => {
      await collect(viewer, kind)
      return runList({ db, source, scope: viewer }, query)
    },
    [`${kind}Count`]: async (viewer: Viewer, query: Query) => {
      await collect(viewer, kind)
      return runCount({ db, source, scope: viewer }, query)
    },
    [`${kind}Get`]: (viewer: Viewer, { id, fields }: { id: string; fields?: string[] }) =>
      shown(deps, viewer, { kind, id, fields }),
    [`${kind}Set`]: async (viewer: Viewer, body: ReferenceBody) => {
      const id = await setReference(deps, viewer, { kind, body })
      return isRefusal(id) ? id : shown(deps, viewer, { kind, id })
    },
    [`${kind}Delete`]: async (viewer: Viewer, body: { id: string; version_no?: number }) =>
      (await removeReference(deps, viewer, { kind, ...body })) ?? { result: true },
  }
}

async function shown(
  { db }: ReferenceDeps,
  viewer: Viewer,
  { kind, id, fields }: { kind: ReferenceKind; id: string; fields?: string[] },
): Promise<ReferenceShown | Refusal> {
  const row = await runGet({ db, source: referenceSources[kind], scope: viewer }, { id }, fields)
  if (row === null || isRefusal(row)) return row ?? noReference
  // counts stations of all accounts
  return { ...row, used: viewer.isAdmin ? await countUses(db, kind, id) : null }
}
