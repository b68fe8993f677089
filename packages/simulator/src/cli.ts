#!/usr/bin/env node
import { runStations } from './cli/run.ts'
import { runLoadCommand } from './cli/load.ts'

const terminal = {
  print: (line: string) => console.log(line),
  printError: (line: string) => console.error(line),
}

const over = new AbortController()
const end = (): void => over.abort()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
// The server that started this process has ended, so the stations have no server left.
if (process.send) process.once('disconnect', end)

const [first, ...rest] = process.argv.slice(2)
process.exitCode =
  first === 'load'
    ? await runLoadCommand(rest, terminal, over.signal)
    : await runStations(process.argv.slice(2), terminal, over.signal)
// A listener on the parent's channel would keep a process alive that has nothing left to do.
if (process.connected) process.disconnect()
