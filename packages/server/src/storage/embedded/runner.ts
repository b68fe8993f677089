import { spawn } from 'node:child_process'
import { chown, lstat, readdir, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { StartProblem } from '../../shared/start-problem.ts'

/**
 * Identity under which the database runs. PostgreSQL refuses uid 0, so root needs another one:
 * - `namespace`: a user namespace in which the process appears as `nobody`; files stay owned by root.
 * - `user`: a real other user, who becomes the owner of the folders.
 * - `self`: the user who started the server.
 */
export type Runner = { kind: 'self' } | { kind: 'namespace' } | { kind: 'user'; uid: number; gid: number }

export type RunAs = 'auto' | 'namespace' | 'user'

const namespace = ['--user', '--map-user=65534', '--map-group=65534', '--']

/** Returns the command line that runs a program as this runner. */
export function runnerCommand(runner: Runner, program: string, args: string[]) {
  const identity = runner.kind === 'user' ? { uid: runner.uid, gid: runner.gid } : {}
  return runner.kind === 'namespace'
    ? { program: 'unshare', args: [...namespace, program, ...args], identity }
    : { program, args, identity }
}

/** Chooses the runner for an existing folder; the owner of an existing cluster decides. */
export async function chooseRunner(folder: string, cluster: string, runAs: RunAs): Promise<Runner> {
  const isRoot = process.getuid?.() === 0
  const owner = await lstat(cluster).then(
    (found) => found,
    () => undefined,
  )
  if (!isRoot) {
    if (owner && process.getuid && owner.uid !== process.getuid()) {
      throw new StartProblem(
        `the database in ${cluster} belongs to user id ${owner.uid}: start as that user, or run "chown -R" on ${folder}`,
      )
    }
    // initdb needs the name of the user; containers run with ids that have none.
    return !hasName() && (await canUnshare()) ? { kind: 'namespace' } : { kind: 'self' }
  }
  if (owner && owner.uid !== 0) return { kind: 'user', uid: owner.uid, gid: owner.gid }
  const parentOwner = await stat(dirname(folder))
  // In another user's home (sudo) only that user can access the folder without the rights of root.
  if (runAs !== 'namespace' && parentOwner.uid !== 0)
    return { kind: 'user', uid: parentOwner.uid, gid: parentOwner.gid }
  if (runAs !== 'user' && (await canUnshare())) return { kind: 'namespace' }
  return { kind: 'user', ...(await nobodyIds()) }
}

/** Changes the owner of a folder and its contents to the runner; only needed for a real other user. */
export async function giveTo(runner: Runner, path: string): Promise<void> {
  if (runner.kind !== 'user') return
  const found = await lstat(path)
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await giveTo(runner, join(path, name))
  }
  if (found.isSymbolicLink() || (found.uid === runner.uid && found.gid === runner.gid)) return
  await chown(path, runner.uid, runner.gid)
}

/** Returns true if the runner can run a program; false if it is in a folder that only root may access. */
export function canRun(runner: Runner, program: string): Promise<boolean> {
  return succeedsAs(runner, program, ['--version'])
}

/** Returns true if the runner can write to a folder. */
export function canWrite(runner: Runner, folder: string): Promise<boolean> {
  return succeedsAs(runner, 'sh', ['-c', 'cd "$0" && test -w .', folder])
}

function succeedsAs(runner: Runner, program: string, args: string[]): Promise<boolean> {
  const command = runnerCommand(runner, program, args)
  return succeeds(command.program, command.args, { ...command.identity, cwd: '/' })
}

function canUnshare(): Promise<boolean> {
  return process.platform === 'linux'
    ? succeeds('unshare', [...namespace, 'true'], {})
    : Promise.resolve(false)
}

function succeeds(program: string, args: string[], options: { uid?: number; gid?: number; cwd?: string }) {
  return new Promise<boolean>((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', ...options })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

async function nobodyIds(): Promise<{ uid: number; gid: number }> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = users
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':')
  const uid = Number(fields?.[2] ?? 65534)
  // macOS writes -2; the kernel requires the unsigned form.
  return { uid: uid >>> 0, gid: Number(fields?.[3] ?? 65534) >>> 0 }
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}
