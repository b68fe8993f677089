import { join } from 'node:path'
import { type Config, readConfig } from './config.ts'
import { type Break, journalVerifier } from './modules/audit/index.ts'
import { SecretBox } from './modules/identity/index.ts'
import { runningDatabase } from './storage/embedded/running-database.ts'
import { createDatabase, createPool } from './storage/pool.ts'
import { reachDatabase } from './storage/reach-database.ts'

interface Options {
  config?: Config
  say?: (line: string) => void
}

const slice = 20_000

/**
 * Checks the whole audit trail, beside a running server or without one, and says what it finds. Answers whether the
 * chain holds.
 */
export async function verifyJournal({
  config = readConfig(),
  say = console.log,
}: Options = {}): Promise<boolean> {
  const { dataDir, databaseUrl } = config
  const running = databaseUrl ?? (await runningDatabase(join(dataDir, 'postgres')))
  const reached = await reachDatabase({ databaseUrl: running ?? undefined, dataDir, say })
  const db = createDatabase(createPool({ url: reached.url, max: 1, name: 'verify' }))
  try {
    const secrets = new SecretBox(config.secretKey, dataDir)
    const verify = journalVerifier({ db, dataDir, sign: (text) => secrets.sign(text) })
    return await verifyAll(verify, say)
  } finally {
    await db.destroy()
    await reached.close()
  }
}

async function verifyAll(
  verify: ReturnType<typeof journalVerifier>,
  say: (line: string) => void,
): Promise<boolean> {
  for (let after = 0; ; ) {
    const { until, total, isDone, broken, unsealed } = await verify({ after, most: slice })
    after = until
    if (broken) {
      say(`The audit trail is broken: ${wordsOf(broken)}`)
      say(`The ${until} entries before hold.`)
      return false
    }
    if (!isDone) {
      say(`${until} of ${total} entries checked`)
      continue
    }
    say(`The audit trail holds: ${total} entries checked, ${unsealed} not sealed yet.`)
    return true
  }
}

function wordsOf({ reason, seq, until, at, label }: Break): string {
  const places = until === seq ? `entry ${seq}` : `entries ${seq} to ${until}`
  const about = label === null ? '' : ` ("${label}", ${at})`
  const restored =
    'if a backup was restored on purpose, remove audit-head.json from the data folder, and the trail begins from there'
  const words: Record<Break['reason'], string> = {
    missing: `${places} were removed`,
    changed: `${places}${about} do not say what was sealed`,
    rewritten: `${places}${about} were written anew: they are not what was signed`,
    signature: `the signature over ${places} is not one of this installation's key`,
    cut: `${places}, the end of the trail, are missing; ${restored}`,
    replaced: `${places} is not the one that this server sealed; ${restored}`,
  }
  return words[reason]
}
