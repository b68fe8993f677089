import { type AnswerOf, type auditVerify, mostCounted } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import { runCountUpTo, runGet, runList } from '../../storage/list/list-query.ts'
import { auditSource } from './list-store.ts'
import { type Verified, type VerifyDeps, verifySlice } from './verify.ts'

const usualSlice = 5_000

/** Endpoints of the audit trail. */
export const auditHttp = (deps: VerifyDeps) =>
  ({
    auditList: (viewer, query) => runList(deps.db, auditSource, viewer, query),
    auditCount: (viewer, query) => runCountUpTo(deps.db, auditSource, viewer, query, mostCounted),
    auditGet: async (viewer, { id, fields }) =>
      (await runGet(deps.db, auditSource, viewer, { id }, fields)) ??
      refuse('not-found', 'There is no such entry'),
    auditVerify: async (_viewer, { after = 0, most = usualSlice }) =>
      shown(await verifySlice(deps, { after, most })),
  }) satisfies Handlers

function shown({ until, total, isDone, broken, unsealed }: Verified): AnswerOf<typeof auditVerify> {
  const rest = { until, total, isdone: isDone, unsealed }
  if (!broken) return { ...rest, broken }
  const { reason, seq, until: last, id, at, label } = broken
  return { ...rest, broken: { reason, number: seq, until: last, id, datetime: at, label } }
}
