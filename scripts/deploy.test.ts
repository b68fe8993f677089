import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { livez, metrics, readyz } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { readConfig } from '../packages/server/src/config.ts'
import { Environment } from '../packages/server/src/environment.ts'
import { root } from './files.mjs'

const read = (path: string) => readFile(join(root, path), 'utf8')
const container = await read('deploy/container/Containerfile')
const unitNames = await readdir(join(root, 'deploy/systemd'))
const units = await Promise.all(
  unitNames.map(async (name) => ({ name, text: await read(`deploy/systemd/${name}`) })),
)

/** Returns the values of an instruction of the container file or of a setting of a unit. */
const valuesOf = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, value]) => value!)

const settings = [
  ...valuesOf(container, /^ENV (.*)$/gm),
  ...units.flatMap(({ text }) => valuesOf(text, /^Environment=(.*)$/gm)),
]

test('the files for systemd and containers set only variables that the server reads', () => {
  const names = settings.flatMap((line) => line.split(' ')).map((pair) => pair.split('=')[0]!)
  expect(names).toContain('DATA_DIR')
  for (const name of names) expect(['NODE_ENV', ...Object.keys(Environment.properties)]).toContain(name)
})

test('they run scripts that exist, with options that these know', async () => {
  const commands = [
    ...units.flatMap(({ text }) => valuesOf(text, /^ExecStart=\/usr\/bin\/node (.*)$/gm)),
    ...valuesOf(container, /^ENTRYPOINT \["node", "(.*)"\]$/gm),
  ]
  expect(commands).toHaveLength(4)
  for (const command of commands) {
    const [script, ...words] = command.split(' ')
    await access(join(root, script!))
    const text = await read(script!)
    for (const option of words.filter((word) => word.startsWith('--')))
      expect(text, option).toMatch(new RegExp(`\\b${option.slice(2)}: \\{ type:`))
  }
})

test('they run as a user who is not root', () => {
  const users = valuesOf(container, /^USER (.*)$/gm)
  expect(users).toEqual(['node'])
  expect(container.lastIndexOf('\nUSER')).toBeLessThan(container.indexOf('\nENTRYPOINT'))
  for (const { name, text } of units.filter((unit) => unit.name.endsWith('.service')))
    expect(valuesOf(text, /^User=(.*)$/gm), name).toEqual(['stationmaster'])
})

test('the image has a supported version of Node.js, the port and the address of the health check', async () => {
  const { engines } = JSON.parse(await read('package.json')) as { engines: { node: string } }
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(engines.node)!
  const images = valuesOf(container, /^FROM docker\.io\/library\/node:(\d+)-/gm).map(Number)
  expect(new Set(images).size).toBe(1)
  expect(images[0]! + Number(minor) / 100).toBeGreaterThan(Number(major))
  const port = String(readConfig({}).port)
  expect(valuesOf(container, /^EXPOSE (.*)$/gm)).toEqual([port])
  expect(container).toContain(`http://127.0.0.1:${port}${livez.path}'`)
})

test('the image contains no data, secrets or packages of the machine that builds it', async () => {
  const ignored = (await read('deploy/container/.containerignore')).split('\n')
  const local = (await read('.gitignore')).split('\n').map((line) => line.replace(/\/$/, ''))
  for (const name of ['node_modules', 'dist', 'var', '.env', 'packages/ocpp/src/generated']) {
    expect(local).toContain(name)
    expect(ignored.map((line) => line.replace('**/', ''))).toContain(name)
  }
  expect(ignored).toContain('.git')
})

test('the files for several processes name roles, variables and addresses that exist', async () => {
  const manifests = await read('deploy/kubernetes/stationmaster.yml')
  const compose = await read('deploy/container/compose.yml')
  const roles = [
    ...valuesOf(manifests, /name: ROLE, value: (\w+)/g),
    ...valuesOf(compose, /ROLE: (\w+)/g),
    ...valuesOf(await read('deploy/systemd/stationmaster@.service'), /^# .*?stationmaster@(\w+),/gm),
  ]
  expect(new Set(roles)).toEqual(new Set(['gateway', 'web', 'jobs']))
  const shared = { DATABASE_URL: 'postgres://u:p@h/d', SECRET_KEY: 'a key of at least 32 characters!' }
  for (const role of roles) expect(readConfig({ ROLE: role, ...shared })).toMatchObject({ role })
  const variables = valuesOf(`${manifests}${compose}`, /(?:--from-literal=|^ {2})([A-Z][A-Z_]+)[=:]/gm)
  for (const name of variables) expect(Object.keys(Environment.properties)).toContain(name)
  const haproxy = await read('deploy/haproxy/haproxy.cfg')
  const nginx = await read('deploy/nginx/stationmaster.conf')
  const nowhere = '            backend: { service: { name: stationmaster-nothing, port: { name: http } } }\n'
  for (const { path } of [livez, readyz, metrics]) {
    expect(haproxy).toContain(path)
    expect(nginx).toContain(path.slice(1))
    expect(manifests).toContain(`- path: ${path}\n            pathType: Prefix\n${nowhere}`)
  }
  expect(valuesOf(manifests, /path: (\S+), port/g)).toEqual(expect.arrayContaining([livez.path, readyz.path]))
})

/** Returns true if a program is installed. */
const isInstalled = (program: string) => spawnSync(program, ['-v']).error === undefined

// the certificates of these files do not exist here: everything else is checked
const haproxyFiles = ['haproxy.cfg', 'stations-tls.cfg', 'accounts.cfg']
test.runIf(isInstalled('haproxy')).each(haproxyFiles)('HAProxy accepts %s', async (name) => {
  const text = (await read(`deploy/haproxy/${name}`))
    .replace(/ ssl crt \S+/, '')
    .replace('/etc/haproxy', join(root, 'deploy/haproxy'))
  const folder = await mkdtemp(join(tmpdir(), 'sm-haproxy-'))
  await writeFile(join(folder, 'haproxy.cfg'), text)
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')])
  await rm(folder, { recursive: true })
  expect(status, stderr.toString()).toBe(0)
})

const streamModule = '/usr/lib/nginx/modules/ngx_stream_module.so'
/** Files of nginx, with what Debian's own configuration has around them. */
const nginxFiles = [
  [
    'stationmaster.conf',
    (text: string) => `http {\n${text.replace('443 ssl', '443').replaceAll(/ssl_.*;/g, '')}\n}`,
  ],
  ...(existsSync(streamModule)
    ? ([['stations-tls.conf', (text: string) => `load_module ${streamModule};\n${text}`]] as const)
    : []),
] as const
test.runIf(isInstalled('nginx')).each(nginxFiles)('nginx accepts %s', async (name, around) => {
  const folder = await mkdtemp(join(tmpdir(), 'sm-nginx-'))
  const text = around(await read(`deploy/nginx/${name}`))
  const start = text.startsWith('load_module') ? '' : `pid ${folder}/pid;\n`
  await writeFile(join(folder, 'nginx.conf'), `${start}${text}\nevents {}\n`)
  const { status, stderr } = spawnSync('nginx', [
    '-t',
    '-e',
    'stderr',
    '-p',
    folder,
    '-c',
    join(folder, 'nginx.conf'),
  ])
  await rm(folder, { recursive: true })
  expect(status, stderr.toString()).toBe(0)
})

test('the files for stations with TLS name the port and variables that exist', async () => {
  const texts = await Promise.all(
    ['haproxy/stations-tls.cfg', 'nginx/stations-tls.conf', 'kubernetes/stations-tls.yml'].map((name) =>
      read(`deploy/${name}`),
    ),
  )
  const port = String((Environment.properties.OCPP_TLS_PORT as { default?: number }).default)
  for (const text of texts) expect(text).toMatch(new RegExp(`\\b${port}\\b`))
  for (const name of valuesOf(texts.join('\n'), /\b(OCPP_[A-Z_]+)/g))
    expect(Object.keys(Environment.properties)).toContain(name)
})

test.runIf(isInstalled('systemd-analyze'))('systemd accepts the units', () => {
  const { stderr } = spawnSync('systemd-analyze', [
    'verify',
    ...unitNames
      .filter((name) => name.endsWith('.service'))
      .map((name) => join(root, 'deploy/systemd', name)),
  ])
  // a line about a program or user that is missing here names no setting
  expect(stderr.toString()).not.toMatch(/Unknown|Invalid|Failed to parse|ignoring/i)
})
