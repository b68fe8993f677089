import { setTimeout as pause } from 'node:timers/promises'
import { StartProblem } from '../../shared/start-problem.ts'
import { isPostmasterOf, readLockFile, removeStrangersLock } from './lock-file.ts'
import { launch, type Launch } from './postmaster.ts'

const busyPatienceMs = 20_000

/** PostgreSQL server that accepts connections. */
export interface Running {
  pid: number
  port: number
  socketFolder: string
  isAdopted: boolean
}

/** Returns a running PostgreSQL: one started here, or one found running in this cluster. */
export async function ensureRunning(launchable: Launch): Promise<Running> {
  const { cluster } = launchable.places
  const until = Date.now() + busyPatienceMs
  for (;;) {
    const lock = await readLockFile(cluster)
    if (lock && (await isPostmasterOf(lock.pid, cluster))) {
      if (lock.status === 'ready') return { ...lock, isAdopted: true }
    } else {
      if (lock) await removeStrangersLock(cluster, lock)
      const started = await launch(launchable)
      if (started !== 'busy') {
        const fresh = await readLockFile(cluster)
        if (fresh) return { ...fresh, isAdopted: false }
      }
    }
    if (Date.now() > until) throw stillBusy(lock?.pid, cluster)
    await pause(100)
  }
}

function stillBusy(pid: number | undefined, cluster: string): StartProblem {
  return new StartProblem(
    `another process (${pid ?? 'unknown'}) holds the database in ${cluster} and neither answers nor ends: stop it, then start again`,
  )
}
