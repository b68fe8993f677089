// Allowed imports: the table of docs/architecture.md, section 3. Modules, features and areas are matched by one
// pattern with a capture group, so a new one needs no edit here.
const server = '^packages/server/src'
const console_ = '^packages/console/src'
const entryPoints = '[^/]+/src/(index|v[0-9]+/index|fixtures/index)\\.ts$'
const isTest = '\\.test\\.tsx?$'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const general = [
  rule(
    'no-cycles',
    'Break a cycle by an event that one of the two files subscribes to.',
    {},
    { circular: true },
  ),
  rule(
    'resolvable',
    'An unresolved import hides everything behind it from these rules.',
    {},
    { couldNotResolve: true },
  ),
  rule(
    'no-barrels',
    'Only packages, layers and modules have an index.ts.',
    { path: '^packages/' },
    {
      path: '^packages/.*/index\\.tsx?$',
      pathNot: [`^packages/${entryPoints}`, `${server}/([^/]+|modules/[^/]+)/index\\.ts$`],
    },
  ),
  rule(
    'package-entry-point',
    'Packages are imported only by the exports of their package.json.',
    { path: '^packages/([^/]+)/' },
    {
      path: '^packages/',
      pathNot: [
        '^packages/$1/',
        `^packages/${entryPoints}`,
        '^packages/server/test/',
        `${server}/main\\.ts$`,
      ],
    },
  ),
  rule(
    'sources-without-tests',
    'Delivered sources import no tests.',
    { path: '^packages/[^/]+/src/', pathNot: [isTest] },
    { path: [isTest, '^packages/[^/]+/test/'] },
  ),
]

const packages = [
  rule(
    'ocpp-is-pure',
    'The standard imports neither other packages nor Node.js.',
    { path: '^packages/ocpp/src/', pathNot: [isTest, '/generated/', '/fixtures/'] },
    { pathNot: '^packages/ocpp/src/' },
  ),
  rule(
    'contract-is-data',
    'The contract imports only the standard and its schema builder, and runs in a browser.',
    { path: '^packages/contract/src/', pathNot: isTest },
    { pathNot: ['^packages/(contract|ocpp)/src/', 'node_modules/typebox/'] },
  ),
  rule(
    'console-independent',
    'The console imports only the contract, never the server.',
    { path: '^packages/console/(src|gallery)/' },
    { path: '^packages/(server|simulator)/' },
  ),
  rule(
    'simulator-independent',
    'The simulator imports only the standard, so that both ends are tested against the same source.',
    { path: '^packages/simulator/src/', pathNot: isTest },
    { path: '^packages/(server|console|contract)/' },
  ),
  rule(
    'server-independent',
    'The server imports neither console nor simulator.',
    { path: `${server}/`, pathNot: isTest },
    { path: '^packages/(console|simulator)/' },
  ),
]

const serverLayers = [
  rule(
    'transport-without-modules',
    'gateway, http and live get their functions from app.ts.',
    { path: `${server}/(gateway|http|live)/`, pathNot: isTest },
    { path: `${server}/`, pathNot: `${server}/($1|shared|bus)/` },
  ),
  rule(
    'modules-without-transport',
    'A module does not depend on the transport that calls it.',
    { path: `${server}/modules/`, pathNot: isTest },
    { path: `${server}/`, pathNot: `${server}/(modules|bus|jobs|storage|shared)/` },
  ),
  rule(
    'module-entry-point',
    'Other modules are imported only by their index.ts; module.ts is their common context.',
    { path: `${server}/modules/([^/]+)/` },
    { path: `${server}/modules/`, pathNot: `${server}/modules/($1/|module\\.ts$|[^/]+/index\\.ts$)` },
  ),
  rule(
    'base-layers-independent',
    'bus, jobs, storage and shared import only shared.',
    { path: `${server}/(bus|jobs|storage|shared)/`, pathNot: isTest },
    { path: `${server}/`, pathNot: `${server}/($1|shared)/` },
  ),
  rule(
    'sql-only-in-stores',
    'Only store.ts (or <part>-store.ts) and storage/ contain SQL; other files may import the types.',
    { path: `${server}/`, pathNot: [`${server}/storage/`, '[/-]store\\.ts$', isTest] },
    { path: 'node_modules/(kysely|pg|pg-query-stream)/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'web-framework-only-in-http',
    'Only http/ imports the web framework.',
    { path: `${server}/`, pathNot: [`${server}/http/`, isTest] },
    { path: 'node_modules/(fastify|@fastify)/' },
  ),
]

const consoleLayers = [
  rule(
    'area-isolated',
    'An area uses features, ui and lib; never another area or the shell.',
    { path: `${console_}/areas/([^/]+)/` },
    { path: `${console_}/`, pathNot: `${console_}/(features|ui|lib|areas/$1)/` },
  ),
  rule(
    'feature-isolated',
    'A feature uses ui and lib; never another feature, an area or the shell.',
    { path: `${console_}/features/([^/]+)/` },
    { path: `${console_}/`, pathNot: `${console_}/(ui|lib|features/$1)/` },
  ),
  rule(
    'ui-and-lib-without-features',
    'ui and lib import neither features nor areas.',
    { path: `${console_}/(ui|lib)/` },
    { path: `${console_}/`, pathNot: `${console_}/(ui|lib)/` },
  ),
  rule(
    'ui-without-contract',
    'Components in ui fetch no data.',
    { path: `${console_}/ui/`, pathNot: isTest },
    { path: '^packages/contract/' },
  ),
]

export default {
  forbidden: [...general, ...packages, ...serverLayers, ...consoleLayers],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    // Type imports count: a cycle of types is a cycle too.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}
