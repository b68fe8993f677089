import type { AnswerOf, auditVerify } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { journalAnswers } from '../../storage/list/journal-answers.ts'
import { auditSource } from './list-store.ts'
import { type Verified, type VerifyDeps, verifySlice } from './verify.ts'

const usualSlice = 5_000

/** Endpoints of the audit trail. */
export function auditHttp(deps: VerifyDeps) {
  const { list, count, get, search } = journalAnswers(deps.db, auditSource)
  return {
    auditList: list,
    auditCount: count,
    auditGet: get,
    auditSearch: search,
    auditVerify: async (_viewer, { after = 0, most = usualSlice }) =>
      shown(await verifySlice(deps, { after, most })),
  } satisfies Handlers
}

function shown({ until, total, isDone, broken, unsealed }: Verified): AnswerOf<typeof auditVerify> {
  const rest = { until, total, isdone: isDone, unsealed }
  if (!broken) return { ...rest, broken }
  const { reason, seq, until: last, id, at, label } = broken
  return { ...rest, broken: { reason, number: seq, until: last, id, datetime: at, label } }
}
