// What processes have used of the processor, from /proc: the server and the whole tree of PostgreSQL.
import { readdir, readFile } from 'node:fs/promises'

/** Ticks of /proc are hundredths of a second on every Linux that Node.js runs on. */
const tickUs = 10_000

/** Fields of /proc/<pid>/stat behind the name, which may hold anything; null when the process is gone. */
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

/** Microseconds of processor time of a process and everything below it, ended children included. */
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

/** Microseconds of processor time of one process alone. */
export async function processUs(pid) {
  const stat = await statOf(pid)
  return stat ? stat.own * tickUs : 0
}

/** Resident memory in MiB. */
export async function residentMib(pid) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024
}

/** Microseconds that all processors of the machine have worked, and those that were kept from it by its host. */
export async function machineUs() {
  const [line] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const [user, nice, system, , , irq, softirq, steal] = line.trim().split(/\s+/).slice(1).map(Number)
  return { busy: (user + nice + system + irq + softirq) * tickUs, stolen: steal * tickUs }
}
