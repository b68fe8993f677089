// Who may import whom: the table of docs/architecture.md, section 3. An island is one pattern with a capture,
// so a new module, feature or area needs no edit here.
const server = '^packages/server/src'
const console_ = '^packages/console/src'
const frontDoors = '[^/]+/src/(index|v[0-9]+/index|fixtures/index)\\.ts$'
const isTest = '\\.test\\.tsx?$'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const general = [
  rule(
    'no-cycles',
    'Of two that need each other, one listens to the event of the other.',
    {},
    { circular: true },
  ),
  rule(
    'resolvable',
    'An import that leads nowhere hides what lies behind it.',
    {},
    { couldNotResolve: true },
  ),
  rule(
    'no-barrels',
    'Only packages, rooms and modules have a front door.',
    { path: '^packages/' },
    {
      path: '^packages/.*/index\\.tsx?$',
      pathNot: [`^packages/${frontDoors}`, `${server}/([^/]+|modules/[^/]+)/index\\.ts$`],
    },
  ),
  rule(
    'package-by-its-front-door',
    'Packages are used by what their package.json exports.',
    { path: '^packages/([^/]+)/' },
    {
      path: '^packages/',
      pathNot: ['^packages/$1/', `^packages/${frontDoors}`, '^packages/server/test/', `${server}/main\\.ts$`],
    },
  ),
  rule(
    'sources-know-no-tests',
    'What is delivered does not lean on tests.',
    { path: '^packages/[^/]+/src/', pathNot: [isTest] },
    { path: [isTest, '^packages/[^/]+/test/'] },
  ),
]

const packages = [
  rule(
    'ocpp-is-pure',
    'The standard knows nothing of the house, of Node.js or of any package.',
    { path: '^packages/ocpp/src/', pathNot: [isTest, '/generated/', '/fixtures/'] },
    { pathNot: '^packages/ocpp/src/' },
  ),
  rule(
    'contract-is-data',
    'The contract uses the standard and its schema builder, and runs in a browser.',
    { path: '^packages/contract/src/', pathNot: isTest },
    { pathNot: ['^packages/(contract|ocpp)/src/', 'node_modules/typebox/'] },
  ),
  rule(
    'console-stands-alone',
    'The console knows the server by its contract alone.',
    { path: '^packages/console/(src|gallery)/' },
    { path: '^packages/(server|simulator)/' },
  ),
  rule(
    'simulator-stands-alone',
    'The simulator knows the standard alone, so both ends are tested against one truth.',
    { path: '^packages/simulator/src/', pathNot: isTest },
    { path: '^packages/(server|console|contract)/' },
  ),
  rule(
    'server-stands-alone',
    'The server serves console and simulator and imports neither.',
    { path: `${server}/`, pathNot: isTest },
    { path: '^packages/(console|simulator)/' },
  ),
]

const rooms = [
  rule(
    'doors-know-no-modules',
    'app.ts hands the doors functions.',
    { path: `${server}/(gateway|http|live)/`, pathNot: isTest },
    { path: `${server}/`, pathNot: `${server}/($1|shared|bus)/` },
  ),
  rule(
    'modules-know-no-doors',
    'A subject does not know by which door it was reached.',
    { path: `${server}/modules/`, pathNot: isTest },
    { path: `${server}/`, pathNot: `${server}/(modules|bus|jobs|storage|shared)/` },
  ),
  rule(
    'module-by-its-front-door',
    'Another module is used by its index.ts.',
    { path: `${server}/modules/([^/]+)/` },
    { path: `${server}/modules/`, pathNot: `${server}/modules/($1/|[^/]+/index\\.ts$)` },
  ),
  rule(
    'base-rooms-know-nobody',
    'Bus, jobs, storage and shared are leaned on and lean on shared alone.',
    { path: `${server}/(bus|jobs|storage|shared)/`, pathNot: isTest },
    { path: `${server}/`, pathNot: `${server}/($1|shared)/` },
  ),
  rule(
    'sql-in-its-place',
    'SQL stands in store.ts (or <part>-store.ts) and storage/ alone; others may name the types.',
    { path: `${server}/`, pathNot: [`${server}/storage/`, '[/-]store\\.ts$', isTest] },
    { path: 'node_modules/(kysely|pg|pg-query-stream)/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'web-framework-in-its-place',
    'The web framework is known in http/ alone.',
    { path: `${server}/`, pathNot: [`${server}/http/`, isTest] },
    { path: 'node_modules/(fastify|@fastify)/' },
  ),
]

const consoleRooms = [
  rule(
    'area-is-an-island',
    'An area uses features, ui and lib; never another area or the shell.',
    { path: `${console_}/areas/([^/]+)/` },
    { path: `${console_}/`, pathNot: `${console_}/(features|ui|lib|areas/$1)/` },
  ),
  rule(
    'feature-is-an-island',
    'A feature uses ui and lib; never another feature, an area or the shell.',
    { path: `${console_}/features/([^/]+)/` },
    { path: `${console_}/`, pathNot: `${console_}/(ui|lib|features/$1)/` },
  ),
  rule(
    'ui-and-lib-know-no-subject',
    'Parts and tools are leaned on by all.',
    { path: `${console_}/(ui|lib)/` },
    { path: `${console_}/`, pathNot: `${console_}/(ui|lib)/` },
  ),
  rule(
    'ui-knows-no-contract',
    'Parts of the interface fetch nothing and know no subject.',
    { path: `${console_}/ui/`, pathNot: isTest },
    { path: '^packages/contract/' },
  ),
]

export default {
  forbidden: [...general, ...packages, ...rooms, ...consoleRooms],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    // Imports of types count: a cycle of types is a cycle of ideas.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}
