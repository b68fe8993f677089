// Reads the processor time of processes from /proc: the server and the whole process tree of PostgreSQL.
import { readdir, readFile } from 'node:fs/promises'

/** A tick of /proc is a hundredth of a second on every Linux that Node.js supports. */
const tickUs = 10_000

/**
 * Returns the fields of /proc/<pid>/stat after the name, which may contain anything; null if the process has
 * ended.
 */
async function statOf(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent, user, system, childrenUser, childrenSystem] = [1, 11, 12, 13, 14].map((at) =>
    Number(fields[at]),
  )
  return { pid: Number(pid), parent, own: user + system, ended: childrenUser + childrenSystem }
}

async function allProcesses() {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return (await Promise.all(names.map(statOf))).filter(Boolean)
}

/** Returns the microseconds of processor time of a process and its descendants, ended children included. */
export async function treeUs(pid) {
  const all = await allProcesses()
  const top = all.find((one) => one.pid === pid)
  if (!top) return 0
  let ticks = top.ended
  const wanted = [top]
  while (wanted.length > 0) {
    const one = wanted.pop()
    ticks += one.own
    wanted.push(...all.filter(({ parent }) => parent === one.pid))
  }
  return ticks * tickUs
}

/** Returns the microseconds of processor time of one process alone. */
export async function processUs(pid) {
  const stat = await statOf(pid)
  return stat ? stat.own * tickUs : 0
}

/** Returns the resident memory in MiB. */
export async function residentMib(pid) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024
}

/**
 * Returns the microseconds that all processors of the machine were busy, and those taken by the host of a
 * virtual machine.
 */
export async function machineUs() {
  const [line] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const [user, nice, system, , , irq, softirq, steal] = line.trim().split(/\s+/).slice(1).map(Number)
  return { busy: (user + nice + system + irq + softirq) * tickUs, stolen: steal * tickUs }
}
