import { join } from 'node:path'
import { readConfig } from './config.ts'
import type { Config } from './shared/config.ts'
import { type AnchorProblem, type Break, compareAnchors, journalVerifier } from './modules/audit/index.ts'
import { SecretBox } from './shared/secret-box.ts'
import { runningDatabase } from './storage/embedded/running-database.ts'
import { createDatabase, createPool } from './storage/pool.ts'
import type { Sign } from './storage/signing-plugin.ts'
import type { Db } from './storage/transaction.ts'
import { reachDatabase } from './storage/reach-database.ts'

interface Options {
  config?: Config
  print?: (line: string) => void
  /** File of published ends to compare the chain with. */
  anchorFile?: string
}

const slice = 20_000

/**
 * Checks the whole audit trail, with or without a running server, and prints the result. Compares it with the
 * published ends if a file of them is given or configured. Resolves to true if the chain is valid.
 */
export async function verifyJournal({
  config = readConfig(),
  print = console.log,
  anchorFile = config.auditAnchors.file,
}: Options = {}): Promise<boolean> {
  const { dataDir, databaseUrl, databaseDirectUrl } = config
  const running = databaseDirectUrl ?? databaseUrl ?? (await runningDatabase(join(dataDir, 'postgres')))
  const reached = await reachDatabase({ databaseUrl: running ?? undefined, dataDir, print })
  const db = createDatabase(createPool({ url: reached.url, max: 1, name: 'verify' }))
  try {
    const secrets = new SecretBox(config.secretKey, dataDir)
    const sign: Sign = (text) => secrets.sign(text)
    const isHolding = await verifyAll(journalVerifier({ db, dataDir, sign }), print)
    const isPublished = anchorFile === undefined || (await compareWith({ db, sign, anchorFile, print }))
    return isHolding && isPublished
  } finally {
    await db.destroy()
    await reached.close()
  }
}

async function verifyAll(
  verify: ReturnType<typeof journalVerifier>,
  print: (line: string) => void,
): Promise<boolean> {
  for (let after = 0; ; ) {
    const { until, total, isDone, broken, unsealed } = await verify({ after, most: slice })
    after = until
    if (broken) {
      print(`The audit trail is broken: ${wordsOf(broken)}`)
      print(`The ${until} entries before it are valid.`)
      return false
    }
    if (!isDone) {
      print(`${until} of ${total} entries checked`)
      continue
    }
    print(`The audit trail is valid: ${total} entries checked, ${unsealed} not sealed yet.`)
    return true
  }
}

interface Comparison extends Pick<Required<Options>, 'print' | 'anchorFile'> {
  db: Db
  sign: Sign
}

async function compareWith({ db, sign, anchorFile, print }: Comparison): Promise<boolean> {
  try {
    const { agreeing, problem } = await compareAnchors({ db, sign }, anchorFile)
    if (problem) print(`The audit trail differs from the published anchors: ${problemWords(problem)}`)
    else print(`It agrees with ${agreeing} published anchors.`)
    return problem === null
  } catch (error) {
    print(`The published anchors cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

function problemWords({ line, reason, seq }: AnchorProblem): string {
  const words: Record<AnchorProblem['reason'], string> = {
    unreadable: 'it is not an anchor',
    signature: `the signature over entry ${seq} was not made with this installation's key`,
    missing: `entry ${seq} is missing`,
    differs: `entry ${seq} has another hash`,
  }
  return `line ${line} of the anchor file: ${words[reason]}`
}

function wordsOf({ reason, seq, until, at, label }: Break): string {
  const places = until === seq ? `entry ${seq}` : `entries ${seq} to ${until}`
  const about = label === null ? '' : ` ("${label}", ${at})`
  const restored =
    'if a backup was restored on purpose, remove audit-head.json from the data folder, and the trail begins from there'
  const words: Record<Break['reason'], string> = {
    missing: `${places} were removed`,
    changed: `${places}${about} differ from what was sealed`,
    rewritten: `${places}${about} were rewritten: they differ from what was signed`,
    signature: `the signature over ${places} is not one of this installation's key`,
    cut: `${places}, the end of the trail, are missing; ${restored}`,
    replaced: `${places} is not the one that this server sealed; ${restored}`,
    foreign: `${until - seq + 1} entries outside of the chain were not written by a server of this installation, the first${about}`,
    time: `${until - seq + 1} entries wait outside of the chain with a time that is not credible, the first${about}`,
    trigger: `the tables of the trail have a trigger or rule that can suppress entries: ${label}`,
  }
  return words[reason]
}
