// Writes a summary of a test run, which `npm test` prints at its end.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { excessOf } from './cost-budgets.mjs'
import { root } from './files.mjs'

const longest = 600

/** Writes counts, failures, retried tests and files over their budget to the file named by RUN_SUMMARY. */
export default class RunReporter {
  onTestRunEnd(modules, unhandled) {
    const summary = { passed: 0, failures: [], secondTries: [], costly: [] }
    for (const module of modules) {
      const place = `|${module.project.name}| ${relative(root, module.moduleId)}`
      const excess = excessOf(relative(root, module.moduleId), module.meta().cpuSeconds ?? 0)
      if (excess) summary.costly.push({ name: place, why: excess })
      const broken = module.errors()
      // A file that could not be loaded has no known tests.
      if (broken.length > 0) summary.failures.push({ name: place, why: inShort(broken) })
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        const name = `${place} > ${test.fullName}`
        if (state === 'passed') summary.passed += 1
        if (state === 'failed') summary.failures.push({ name, why: inShort(errors) })
        else if (test.diagnostic()?.flaky) summary.secondTries.push({ name, why: inShort(errors) })
      }
    }
    if (unhandled.length > 0)
      summary.failures.push({ name: 'an error outside of every test', why: inShort(unhandled) })
    if (process.env.RUN_SUMMARY) writeFileSync(process.env.RUN_SUMMARY, JSON.stringify(summary))
  }
}

/** Returns the first lines of the errors, each with the line in our own files where it arose. */
const inShort = (errors = []) =>
  errors
    .map(({ message = '', stack = '', stacks = [] }) => {
      const own = stacks.find(({ file }) => file?.startsWith(root) && !file.includes('node_modules'))
      const at = own ? `${relative(root, own.file)}:${own.line}` : (stack.split('\n')[1] ?? '').trim()
      return `${message.slice(0, longest)}\n  at ${at}`
    })
    .join('\n')
