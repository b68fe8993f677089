import { Type } from 'typebox'
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
  /** Characters of a text in one language. */
  text: 200_000,
  /** Bytes of a file, unless the registry says less: CURRENT_CONFIG `Resources`, `MaxFileBytes`. */
  fileBytes: 10 * 1024 * 1024,
  resources: 5000,
} as const

/** The resource with the terms and conditions. */
export const termsPath = 'terms'

/** What the product uses a resource for, by the path that it asks for. */
export const resourceUses = ['terms', 'mail'] as const
export const usesByPath: ReadonlyMap<string, (typeof resourceUses)[number]> = new Map([
  [termsPath, 'terms'],
  ...mailTextPaths.map((path) => [path, 'mail'] as const),
])

const Name = Type.String({ minLength: 1, maxLength: resourceLimits.name })
const Description = Type.String({ maxLength: 2000 })

const columns = {
  id: Id,
  /** The folder it lies in; null at the top. */
  node: Nullable(Id),
  /** Names from the top, joined by `/`: by it the product and scripts ask. */
  path: Text,
  name: Text,
  description: Nullable(Text),
  type: Words(resourceTypes),
  /** Languages that it has a text or a file in. */
  locales: Type.Array(Text),
  /** How many lie in it. */
  nodes: Int,
  /** What of the product uses it. */
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
      /** Found by looking into the file, never what its sender said. */
      type: Text,
      size: Int,
      /** Whether a browser may show it; everything else is only ever saved. */
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
  /** What the product says itself where a language has no text here. */
  builtin: Type.Array(Type.Object({ locale: Words(locales), text: Text })),
})

export const resourceList = endpoint({
  path: '/resource/list',
  subject,
  summary: 'Resources: folders, texts and files; those of one folder by filter on `node`',
  may: 'admin',
  csv: true,
  body: ListQuery,
  answer: Type.Array(Resource),
})
export const resourceCount = endpoint({
  path: '/resource/count',
  subject,
  summary: 'How many resources match',
  may: 'admin',
  body: ListQuery,
  answer: Count,
})
export const resourceGet = endpoint({
  path: '/resource/get',
  subject,
  summary: 'One resource with its text or file of each language',
  may: 'admin',
  body: JustId,
  answer: WholeResource,
})
export const resourceSet = endpoint({
  path: '/resource/set',
  subject,
  summary:
    'Add a resource (id null), rename it, describe it or move it into another folder; `force` also where the product uses its name',
  may: 'admin',
  fresh: true,
  body: Type.Object(
    {
      id: Nullable(Id),
      node: Optional(Nullable(Id)),
      name: Optional(Name),
      description: Optional(Nullable(Description)),
      /** Only of a new one. */
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
    'Delete a resource with everything in it; `force` also where the product uses it. Answers how many there were',
  may: 'admin',
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
  // words of mails lie here: a session that was left open must not rewrite them
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
  fresh: true,
  body: Type.Object({ id: Id, locale: Words(locales), version_no: Optional(Int) }, closed),
  answer: WholeResource,
})
