// Allowed imports: the table of docs/architecture.md, section 3. Modules, features and areas are matched by one
// pattern with a capture group, so a new one needs no edit here.
const server = '^packages/server/src'
const console_ = '^packages/console/src'
const entryPoints = '[^/]+/src/(index|v[0-9]+/index|fixtures/index)\\.ts$'
const isTest = '\\.test\\.tsx?$'

const rule = (name, comment, edge) => ({ name, comment, severity: 'error', ...edge })

const general = [
  rule('no-cycles', 'Break a cycle by an event that one of the two files subscribes to.', {
    from: {},
    to: { circular: true },
  }),
  rule('resolvable', 'An unresolved import hides everything behind it from these rules.', {
    from: {},
    to: { couldNotResolve: true },
  }),
  rule('no-barrels', 'Only packages, layers and modules have an index.ts.', {
    from: { path: '^packages/' },
    to: {
      path: '^packages/.*/index\\.tsx?$',
      pathNot: [`^packages/${entryPoints}`, `${server}/([^/]+|modules/[^/]+)/index\\.ts$`],
    },
  }),
  rule('package-entry-point', 'Packages are imported only by the exports of their package.json.', {
    from: { path: '^packages/([^/]+)/' },
    to: {
      path: '^packages/',
      pathNot: [
        '^packages/$1/',
        `^packages/${entryPoints}`,
        '^packages/server/test/',
        `${server}/main\\.ts$`,
      ],
    },
  }),
  rule('sources-without-tests', 'Delivered sources import no tests.', {
    from: { path: '^packages/[^/]+/src/', pathNot: [isTest] },
    to: { path: [isTest, '^packages/[^/]+/test/'] },
  }),
]

const packages = [
  rule('ocpp-is-pure', 'The standard imports neither other packages nor Node.js.', {
    from: { path: '^packages/ocpp/src/', pathNot: [isTest, '/generated/', '/fixtures/'] },
    to: { pathNot: '^packages/ocpp/src/' },
  }),
  rule(
    'contract-is-data',
    'The contract imports only the standard and its schema builder, and runs in a browser.',
    {
      from: { path: '^packages/contract/src/', pathNot: isTest },
      to: { pathNot: ['^packages/(contract|ocpp)/src/', 'node_modules/typebox/'] },
    },
  ),
  rule('console-independent', 'The console imports only the contract, never the server.', {
    from: { path: '^packages/console/(src|gallery)/' },
    to: { path: '^packages/(server|simulator)/' },
  }),
  rule(
    'simulator-independent',
    'The simulator imports only the standard, so that both ends are tested against the same source.',
    {
      from: { path: '^packages/simulator/src/', pathNot: isTest },
      to: { path: '^packages/(server|console|contract)/' },
    },
  ),
  rule('server-independent', 'The server imports neither console nor simulator.', {
    from: { path: `${server}/`, pathNot: isTest },
    to: { path: '^packages/(console|simulator)/' },
  }),
]

const serverLayers = [
  rule('transport-without-modules', 'gateway, http and live get their functions from app.ts.', {
    from: { path: `${server}/(gateway|http|live)/`, pathNot: isTest },
    to: { path: `${server}/`, pathNot: `${server}/($1|shared|bus)/` },
  }),
  rule('modules-without-transport', 'A module does not depend on the transport that calls it.', {
    from: { path: `${server}/modules/`, pathNot: isTest },
    to: { path: `${server}/`, pathNot: `${server}/(modules|bus|jobs|storage|shared)/` },
  }),
  rule(
    'module-entry-point',
    'Other modules are imported only by their index.ts; module.ts is their common context.',
    {
      from: { path: `${server}/modules/([^/]+)/` },
      to: { path: `${server}/modules/`, pathNot: `${server}/modules/($1/|module\\.ts$|[^/]+/index\\.ts$)` },
    },
  ),
  rule(
    'metrics-by-entry-points',
    'Metrics and traces read other parts by their entry points and give them functions by app.ts.',
    {
      from: { path: `${server}/(metrics|tracing)/`, pathNot: isTest },
      to: {
        path: `${server}/`,
        pathNot: `${server}/(metrics/|tracing/|shared/|version\\.ts$|http/web-call\\.ts$|jobs/job\\.ts$|gateway/index\\.ts$|modules/[^/]+/index\\.ts$)`,
      },
    },
  ),
  rule('base-layers-independent', 'bus, jobs, storage and shared import only shared.', {
    from: { path: `${server}/(bus|jobs|storage|shared)/`, pathNot: isTest },
    to: { path: `${server}/`, pathNot: `${server}/($1|shared)/` },
  }),
  rule(
    'sql-only-in-stores',
    'Only store.ts (or <part>-store.ts) and storage/ contain SQL; other files may import the types.',
    {
      from: { path: `${server}/`, pathNot: [`${server}/storage/`, '[/-]store\\.ts$', isTest] },
      to: { path: 'node_modules/(kysely|pg|pg-query-stream)/', dependencyTypesNot: ['type-only'] },
    },
  ),
  rule('web-framework-only-in-http', 'Only http/ imports the web framework.', {
    from: { path: `${server}/`, pathNot: [`${server}/http/`, isTest] },
    to: { path: 'node_modules/(fastify|@fastify)/' },
  }),
]

const consoleLayers = [
  rule('area-isolated', 'An area uses features, ui and lib; never another area or the shell.', {
    from: { path: `${console_}/areas/([^/]+)/` },
    to: { path: `${console_}/`, pathNot: `${console_}/(features|ui|lib|areas/$1)/` },
  }),
  rule('feature-isolated', 'A feature uses ui and lib; never another feature, an area or the shell.', {
    from: { path: `${console_}/features/([^/]+)/` },
    to: { path: `${console_}/`, pathNot: `${console_}/(ui|lib|features/$1)/` },
  }),
  rule('ui-and-lib-without-features', 'ui and lib import neither features nor areas.', {
    from: { path: `${console_}/(ui|lib)/` },
    to: { path: `${console_}/`, pathNot: `${console_}/(ui|lib)/` },
  }),
  rule('ui-without-contract', 'Components in ui fetch no data.', {
    from: { path: `${console_}/ui/`, pathNot: isTest },
    to: { path: '^packages/contract/' },
  }),
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
