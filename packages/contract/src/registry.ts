import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, closed, Done, Instant, Int, Nullable, Num, Optional, Text, Words } from './shapes.ts'

const subject = 'Registry'

/** CURRENT_CONFIG: of the installation, for administrators. CURRENT_USER: of the caller only. */
export const registryRoots = ['CURRENT_CONFIG', 'CURRENT_USER'] as const
export const registryTypes = ['integer', 'number', 'datetime', 'string', 'boolean'] as const

export const registryLimits = {
  /** Maximum keys on the path from the root to a value. */
  depth: 8,
  /** Maximum characters of a name. */
  name: 64,
  /** Maximum characters of a text. */
  string: 4000,
  valuesOfKey: 200,
  keysOfConfig: 5000,
  keysOfUser: 500,
} as const

const longestPath = registryLimits.depth * (registryLimits.name + 1)
const Root = Words(registryRoots)
/** Names joined by `/`; empty for the root itself. */
const Path = Type.String({ maxLength: longestPath, description: 'Names of keys, joined by /' })
const Name = Type.String({ minLength: 1, maxLength: registryLimits.name })
const Value = Type.Union([Num, Bool, Type.String({ maxLength: registryLimits.string })])

const RegistryKey = Type.Object({
  path: Text,
  name: Text,
  /** Number of direct child keys. */
  keys: Int,
  values: Int,
  lastupdate: Instant,
  version_no: Int,
})
const RegistryValue = Type.Object({
  name: Text,
  type: Words(registryTypes),
  /** A number, boolean or string; for `datetime` an ISO 8601 time. */
  value: Value,
  lastupdate: Instant,
  version_no: Int,
})
/** A key with its values. */
const RegistryPage = Type.Object({
  root: Root,
  path: Text,
  version_no: Int,
  /** Number of keys below, and of their values and this key's: deleted together with it. */
  below: Type.Object({ keys: Int, values: Int }),
  values: Type.Array(RegistryValue),
})

/** Changes of the installation's values require a fresh sign-in. */
const ofConfig = (body: unknown): boolean => (body as { root?: unknown }).root === 'CURRENT_CONFIG'

export const registryList = endpoint({
  path: '/registry/list',
  names: 'personal',
  subject,
  summary: 'The keys directly below a key, or below the root',
  may: 'user',
  use: noClass,
  body: Type.Object({ root: Root, path: Optional(Path) }, closed),
  answer: Type.Array(RegistryKey),
})
export const registryGet = endpoint({
  path: '/registry/get',
  names: 'personal',
  subject,
  summary: 'One key (empty path: the root) with its values',
  may: 'user',
  use: noClass,
  body: Type.Object({ root: Root, path: Optional(Path) }, closed),
  answer: RegistryPage,
})
export const registrySet = endpoint({
  path: '/registry/set',
  subject,
  summary:
    'Write a value; missing keys are created. `version_no` null: only if there is no value yet; a number: only if unchanged since',
  may: 'user',
  use: noClass,
  fresh: ofConfig,
  body: Type.Object(
    {
      root: Root,
      path: Optional(Path),
      name: Name,
      type: Words(registryTypes),
      value: Value,
      version_no: Optional(Nullable(Int)),
    },
    closed,
  ),
  answer: RegistryValue,
})
export const registryRename = endpoint({
  path: '/registry/rename',
  names: 'personal',
  subject,
  summary: 'Rename a value',
  may: 'user',
  use: noClass,
  fresh: ofConfig,
  body: Type.Object(
    { root: Root, path: Optional(Path), name: Name, to: Name, version_no: Optional(Int) },
    closed,
  ),
  answer: RegistryValue,
})
export const registryDelete = endpoint({
  path: '/registry/delete',
  names: 'personal',
  subject,
  summary: 'Delete a value',
  may: 'user',
  use: noClass,
  fresh: ofConfig,
  body: Type.Object({ root: Root, path: Optional(Path), name: Name, version_no: Optional(Int) }, closed),
  answer: Done,
})
export const registryKeySet = endpoint({
  path: '/registry/key/set',
  subject,
  summary: 'Create a key and its parents; an existing key is not changed',
  may: 'user',
  use: noClass,
  fresh: ofConfig,
  body: Type.Object({ root: Root, path: Path }, closed),
  answer: RegistryPage,
})
export const registryKeyMove = endpoint({
  path: '/registry/key/move',
  names: 'personal',
  subject,
  summary: 'Rename or move a key with everything below it; missing parents are created',
  may: 'user',
  use: noClass,
  fresh: ofConfig,
  body: Type.Object({ root: Root, path: Path, to: Path, version_no: Optional(Int) }, closed),
  answer: RegistryPage,
})
export const registryKeyDelete = endpoint({
  path: '/registry/key/delete',
  names: 'personal',
  subject,
  summary: 'Delete a key with everything below it; returns the number of deleted entries',
  may: 'user',
  use: noClass,
  fresh: ofConfig,
  body: Type.Object({ root: Root, path: Path, version_no: Optional(Int) }, closed),
  answer: Type.Object({ keys: Int, values: Int }),
})
