import { type ReferenceKind, referenceFields } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Column, column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'

/** A row with the fields common to all kinds; each kind adds its own. */
export type ReferenceShown = Record<string, unknown> & { id: string }

const names = <K extends string>(kinds: readonly K[]): readonly K[] => kinds
const kinds = names(Object.keys(referenceFields) as ReferenceKind[]) // its own keys

/** Column for a value in `fields` according to its schema. */
function ownColumn(name: string, schema: { type?: string }): Column {
  if (name === 'vendorid') return column.id('r.parent_id', 'nullable')
  const text = sql`r.fields ->> ${sql.lit(name)}`
  return schema.type === 'integer'
    ? column.integer(sql`(${text})::int`, 'nullable')
    : column.text(text, 'nullable')
}

function sourceOf(kind: ReferenceKind): ListSource<ReferenceShown> {
  const own = Object.entries(referenceFields[kind]).map(([name, schema]) => [name, ownColumn(name, schema)])
  const ofModel = {
    vendorcode: column.text('p.code', 'nullable'),
    vendorname: column.text('p.name', 'nullable'),
  }
  return {
    from:
      kind === 'model'
        ? sql`reference_rows r left join reference_rows p on p.id = r.parent_id`
        : sql`reference_rows r`,
    columns: {
      id: column.id('r.id'),
      code: column.text('r.code'),
      name: column.text('r.name'),
      description: column.text('r.description', 'nullable'),
      statecode: column.text('r.state'),
      created: column.instant('r.created_at'),
      lastupdate: column.instant('r.updated_at'),
      version_no: column.integer('r.version_no'),
      ...(Object.fromEntries(own) as Record<string, Column>), // pairs made above
      ...(kind === 'model' ? ofModel : {}),
    },
    key: 'id',
    order: ['code'],
    // the same for all accounts; but values reported by the stations of one account are not visible to others
    visible: ({ isAdmin }) =>
      isAdmin
        ? sql`r.kind = ${sql.lit(kind)}`
        : sql`r.kind = ${sql.lit(kind)} and r.state <> 'created'${
            kind === 'model' ? sql` and p.state <> 'created'` : sql``
          }`,
  }
}

/** Sources by kind. */
export const referenceSources = Object.fromEntries(kinds.map((kind) => [kind, sourceOf(kind)])) as Record<
  ReferenceKind,
  ListSource<ReferenceShown>
> // one for each kind

const codes = (row: RawBuilder<unknown>) => sql`(lower(${row}.code), ${row}.reported_name)`
const notDeleted = sql`s.state <> 'deleted'`

/** Number of objects that use a row `r` of the kind (`p` is a model's vendor). */
const usesOfKind: Partial<Record<ReferenceKind, RawBuilder<unknown>>> = {
  vendor: sql`(select count(*) from stations s where ${notDeleted} and reference_code(s.vendor) in ${codes(sql`r`)})
    + (select count(*) from reference_rows m where m.parent_id = r.id)`,
  model: sql`(select count(*) from stations s where ${notDeleted} and reference_code(s.model) in ${codes(sql`r`)}
    and reference_code(s.vendor) in ${codes(sql`p`)})`,
  currency: sql`(select count(*) from accounts a where upper(a.currency_code) = upper(r.code))`,
  version: sql`(select count(*) from stations s where ${notDeleted} and s.protocol = r.fields ->> 'subprotocol')`,
  charger: sql`(select count(*) from connectors k join evses c on c.id = k.evse_id
    join stations s on s.id = c.station_id where ${notDeleted} and lower(k.type) in (lower(r.name), lower(r.code)))`,
  mode: sql`(select count(*) from evses c join stations s on s.id = c.station_id
    where ${notDeleted} and c.mode = r.code)`,
  measure: sql`(select count(*) from sample_kinds k where lower(k.measurand) = lower(r.code))`,
  network: sql`(select count(*) from stations s where ${notDeleted} and lower(s.network_name) in (lower(r.name), lower(r.code)))
    + (select count(*) from sites z where z.network_id = r.id)
    + (select count(*) from tariffs t where t.network_id = r.id)`,
}

export const usesOf = (kind: ReferenceKind): RawBuilder<unknown> => usesOfKind[kind] ?? sql`0`
