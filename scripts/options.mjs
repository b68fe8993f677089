import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'

/** Prints an error about the arguments and the usage, the comment at the top of the script; ends the process with 2. */
export function refuse(scriptUrl, message) {
  console.error(`${message}\n\n${usageOf(scriptUrl)}`)
  process.exit(2)
}

/** Reads the arguments of the process as `parseArgs` does; invalid ones and `--help` print the usage of the script. */
export function readOptions(scriptUrl, config) {
  try {
    const { values, positionals } = parseArgs({
      ...config,
      options: { ...config.options, help: { type: 'boolean' } },
    })
    if (!values.help) return { values, positionals }
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error
    refuse(scriptUrl, error.message)
  }
  console.log(usageOf(scriptUrl))
  process.exit(0)
}

/** Returns the comment at the top of a script. */
function usageOf(scriptUrl) {
  const lines = readFileSync(fileURLToPath(scriptUrl), 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  return lines
    .slice(0, end)
    .map((line) => line.slice(3))
    .join('\n')
}
