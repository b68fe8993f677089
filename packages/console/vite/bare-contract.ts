import type { Plugin } from 'vite'

/** Members of endpoints that the console never reads: the API documentation and the server do. */
const unread = new Set(['summary', 'answer'])

interface Node {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Returns the nodes below a node, in no particular order. */
function* descendants(node: Node): Generator<Node> {
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) {
        yield child
        yield* descendants(child)
      }
}

type Call = Node & { callee: Node & { name?: string }; arguments: (Node & { properties?: Property[] })[] }
type Property = Node & { key?: { name?: string } }

/** Returns the properties of the objects passed to `endpoint` that the console never reads. */
const unreadProperties = (program: Node): Property[] =>
  [...descendants(program)]
    .filter(
      (node): node is Call => node.type === 'CallExpression' && (node as Call).callee.name === 'endpoint',
    )
    .flatMap((call) => call.arguments[0]?.properties ?? [])
    .filter(({ key }) => unread.has(key?.name ?? ''))

/**
 * Removes from the endpoints of the contract what the console never reads. The schemas of answers that nothing else
 * uses are then left out of the build.
 */
export const bareContractPlugin: Plugin = {
  name: 'stationmaster-bare-contract',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/contract/src/')) return null
    let bare = code
    for (const { start, end } of unreadProperties(this.parse(code, { lang: 'ts' })).toSorted(
      (a, b) => b.start - a.start,
    ))
      bare = bare.slice(0, start) + bare.slice(end).replace(/^\s*,/, '')
    return { code: bare, map: null }
  },
}
