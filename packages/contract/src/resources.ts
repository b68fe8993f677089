import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { mailTextPaths } from './mail-texts.ts'
import { locales } from './session.ts'
import {
  Bool,
  JustId,
  closed,
  Count,
  Id,
  Instant,
  Int,
  ListQuery,
  Nullable,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Resources'

export const resourceTypes = ['folder', 'text', 'file'] as const

export const resourceLimits = {
  depth: 8,
  name: 100,
  /** Maximum characters of a text in one language. */
  text: 200_000,
  /** Maximum bytes of a file, unless lowered in the registry: CURRENT_CONFIG `Resources`, `MaxFileBytes`. */
  fileBytes: 10 * 1024 * 1024,
  resources: 5000,
} as const

/** Path of the resource with the terms and conditions. */
export const termsPath = 'terms'

/** Uses of a resource by the product, derived from its path. */
export const resourceUses = ['terms', 'mail'] as const
export const usesByPath: ReadonlyMap<string, (typeof resourceUses)[number]> = new Map([
  [termsPath, 'terms'],
  ...mailTextPaths.map((path) => [path, 'mail'] as const),
])

const Name = Type.String({ minLength: 1, maxLength: resourceLimits.name })
const Description = Type.String({ maxLength: 2000 })

const columns = {
  id: Id,
  /** Parent folder; null at the top. */
  node: Nullable(Id),
  /** Names from the top, joined by `/`; the product and scripts request resources by it. */
  path: Text,
  name: Text,
  description: Nullable(Text),
  type: Words(resourceTypes),
  /** Languages with a text or a file. */
  locales: Type.Array(Text),
  /** Number of children. */
  nodes: Int,
  /** Parts of the product that use it. */
  usedby: Type.Array(Words(resourceUses)),
  created: Instant,
  lastupdate: Instant,
  version_no: Int,
}
export const Resource = Type.Object(columns)
const ResourceData = Type.Object({
  locale: Words(locales),
  text: Nullable(Text),
  file: Nullable(
    Type.Object({
      name: Text,
      /** Detected from the content of the file, not taken from the upload. */
      type: Text,
      size: Int,
      /** True if a browser may display it; other files are only downloaded. */
      viewable: Bool,
      url: Text,
    }),
  ),
  lastupdate: Instant,
  version_no: Int,
})
const WholeResource = Type.Object({
  ...columns,
  maxbytes: Int,
  data: Type.Array(ResourceData),
  /** Built-in texts for languages without a text here. */
  builtin: Type.Array(Type.Object({ locale: Words(locales), text: Text })),
})

export const resourceList = endpoint({
  path: '/resource/list',
  subject,
  summary: 'Resources: folders, texts and files; those of one folder by filter on `node`',
  may: 'admin',
  use: noClass,
  csv: true,
  body: ListQuery,
  answer: Type.Array(Resource),
})
export const resourceCount = endpoint({
  path: '/resource/count',
  subject,
  summary: 'How many resources match',
  may: 'admin',
  use: noClass,
  body: ListQuery,
  answer: Count,
})
export const resourceGet = endpoint({
  path: '/resource/get',
  subject,
  summary: 'One resource with its text or file of each language',
  may: 'admin',
  use: noClass,
  body: JustId,
  answer: WholeResource,
})
export const resourceSet = endpoint({
  path: '/resource/set',
  subject,
  summary:
    'Add a resource (id null), rename it, describe it or move it into another folder; `force` even if the product uses its name',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      id: Nullable(Id),
      node: Optional(Nullable(Id)),
      name: Optional(Name),
      description: Optional(Nullable(Description)),
      /** Only for a new resource. */
      type: Optional(Words(resourceTypes)),
      version_no: Optional(Int),
      force: Optional(Bool),
    },
    closed,
  ),
  answer: WholeResource,
})
export const resourceDelete = endpoint({
  path: '/resource/delete',
  subject,
  summary:
    'Delete a resource with everything in it; `force` even if the product uses it. Returns the number of deleted resources',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object({ id: Id, version_no: Optional(Int), force: Optional(Bool) }, closed),
  answer: Type.Object({ resources: Int }),
})
export const resourceDataSet = endpoint({
  path: '/resource/data/set',
  subject,
  summary:
    'Write the text or the file (base64, at most 10 MiB) of one language; `version_no` null: only if there is none yet',
  may: 'admin',
  use: noClass,
  // includes texts of mails: an unattended session must not change them
  fresh: true,
  maxBytes: 14 * 1024 * 1024,
  maxPerMinute: 120,
  body: Type.Object(
    {
      id: Id,
      locale: Words(locales),
      text: Optional(Type.String({ maxLength: resourceLimits.text })),
      file: Optional(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 200 }),
            data: Type.String({ minLength: 1, maxLength: 14_000_000 }),
          },
          closed,
        ),
      ),
      version_no: Optional(Nullable(Int)),
    },
    closed,
  ),
  answer: WholeResource,
})
export const resourceDataDelete = endpoint({
  path: '/resource/data/delete',
  subject,
  summary: 'Delete the text or the file of one language',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object({ id: Id, locale: Words(locales), version_no: Optional(Int) }, closed),
  answer: WholeResource,
})
