// Finds class names and custom properties of the console's style sheets that nothing uses, and class names that none
// of them defines.
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { filesBelow, root } from './files.mjs'

const withoutComments = (css) => css.replaceAll(/\/\*.*?\*\//gs, '')
const namesIn = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))]

/** Returns the class names of a style sheet: no global ones, and no words of declarations. */
const classesOf = (css) =>
  namesIn(css.replaceAll(/:global\([^)]*\)/g, '').replaceAll(/[\w-]+:[^;{}]*;/g, ''), /\.([a-zA-Z_][\w-]*)/g)

/** Returns a line for each class name and custom property that is not used; `files` are texts by path. */
export function unusedStyles(files) {
  const sources = [...files].map(([path, text]) => [
    path,
    path.endsWith('.css') ? withoutComments(text) : text,
  ])
  const all = sources.map(([, text]) => text).join('\n')
  const problems = []
  for (const [path, css] of sources.filter(([name]) => name.endsWith('.module.css'))) {
    const users = sources.filter(([, text]) => text.includes(`/${basename(path)}`)).map(([, text]) => text)
    for (const name of classesOf(css)) {
      const use = new RegExp(`\\w\\.${name}\\b|\\['${name}'\\]|composes: ${name} from`)
      if (!users.some((text) => use.test(text))) problems.push(`${path}: nothing uses the class "${name}"`)
    }
  }
  const sheets = sources.filter(([name]) => name.endsWith('.css')).map(([, text]) => text)
  for (const name of namesIn(sheets.join('\n'), /^\s*(--[\w-]+):/gm))
    if (!name.startsWith('--mantine-') && !new RegExp(`(?:var\\(|['"\`])${name}\\b(?!-)`).test(all))
      problems.push(`nothing uses the custom property "${name}"`)
  return problems
}

/** Returns a line for each class name that a component uses and its style sheet does not define. */
export function unknownClasses(files) {
  const problems = []
  for (const [path, text] of [...files].filter(([name]) => /\.tsx?$/.test(name)))
    for (const [, variable, sheet] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const css = files.get(join(dirname(path), sheet)) ?? ''
      const known = new Set(classesOf(withoutComments(css)))
      const use = new RegExp(`(?<![\\w./-])${variable}\\.(\\w+)`, 'g')
      for (const name of namesIn(text, use))
        if (!known.has(name)) problems.push(`${path}: ${sheet} has no class "${name}"`)
    }
  return problems
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const paths = await filesBelow([
    'packages/console/src',
    'packages/console/gallery',
    'packages/console/vite',
  ])
  const files = await Promise.all(
    paths
      .filter((path) => /\.(css|tsx?)$/.test(path))
      .map(async (path) => [path, await readFile(join(root, path), 'utf8')]),
  )
  const all = new Map(files)
  const problems = [...unusedStyles(all), ...unknownClasses(all)]
  for (const line of problems) console.error(line)
  console.log(`styles: ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
