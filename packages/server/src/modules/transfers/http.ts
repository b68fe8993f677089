import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal } from '../../shared/refusal.ts'
import { runList } from '../../storage/list/list-query.ts'
import { transferSource } from './list-store.ts'
import type { Db } from '../../storage/transaction.ts'

interface Deps {
  db: Db
  /** Returns the signed address of a received file. */
  addressOf: (id: string) => string
}

/** Endpoints of firmware, diagnostics and log transfers. */
export const transfersHttp = ({ db, addressOf }: Deps) =>
  ({
    transferList: async (viewer, query) => {
      const rows = await runList({ db, source: transferSource, scope: viewer }, query)
      if (isRefusal(rows)) return rows
      return rows.map((row) => ({ ...row, fileurl: row.filebytes === null ? null : addressOf(row.id) }))
    },
  }) satisfies Handlers
