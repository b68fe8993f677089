import { networkList } from '@stationmaster/contract'
import { useCardOptions } from '../../../lib/card-options.ts'
import { useClientOptions } from '../../../lib/client-options.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useSiteOptions } from '../../../lib/site-options.ts'
import { useStationOptions } from '../../../lib/station-options.ts'
import { useTexts } from '../../../lib/texts.ts'
import { NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormGrid } from '../../../ui/page/page.tsx'
import type { Rule } from './rule-columns.tsx'
import { cardKinds, placeKinds, type RuleForm } from './rule-form.ts'

interface FieldsProps {
  form: RuleForm
  rule: Rule | null
}

/** The cards that a rule selects. */
export function CardsFields({ form, rule }: FieldsProps) {
  const t = useTexts('access')
  const { cards } = form.values
  return (
    <FormGrid>
      <SelectField
        label={t('columns.cards')}
        data={cardKinds.map((value) => ({ value, label: t(`cards.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('cards')}
      />
      {cards === 'card' && <OneCard form={form} rule={rule} />}
      {cards === 'tag' && (
        <TextField label={t('cardFields.tag')} required maxLength={64} {...form.getInputProps('cardtag')} />
      )}
      {cards === 'client' && <CardClient form={form} rule={rule} />}
    </FormGrid>
  )
}

function OneCard({ form, rule }: FieldsProps) {
  const t = useTexts('access')
  const { card = null, cardname = null, cardcode = null } = rule ?? {}
  const options = useCardOptions(card === null ? null : { id: card, code: cardcode ?? '', name: cardname })
  return <SelectField label={t('cardFields.card')} required {...options} {...form.getInputProps('card')} />
}

function CardClient({ form, rule }: FieldsProps) {
  const t = useTexts('access')
  const { cardclient = null, cardclientname = null } = rule ?? {}
  const options = useClientOptions({ client: cardclient, clientname: cardclientname })
  return (
    <SelectField label={t('cardFields.client')} required {...options} {...form.getInputProps('cardclient')} />
  )
}

/** The stations that a rule selects. */
export function PlaceFields({ form, rule }: FieldsProps) {
  const t = useTexts('access')
  const { places } = form.values
  return (
    <FormGrid>
      <SelectField
        label={t('columns.place')}
        data={placeKinds.map((value) => ({ value, label: t(`places.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('places')}
      />
      {places === 'network' && <Network form={form} rule={rule} />}
      {places === 'site' && <OneSite form={form} rule={rule} />}
      {places === 'tag' && (
        <TextField
          label={t('placeFields.tag')}
          required
          maxLength={64}
          {...form.getInputProps('stationtag')}
        />
      )}
      {places === 'station' && <OneStation form={form} rule={rule} />}
      {places === 'station' && (
        <NumberField
          label={t('placeFields.connector')}
          description={t('placeFields.connectorHint')}
          min={1}
          max={1000}
          allowDecimal={false}
          {...form.getInputProps('connectorid')}
        />
      )}
    </FormGrid>
  )
}

const networks = {
  filter: { statecode: 'enabled' },
  fields: ['id', 'name'],
  orderby: ['name'],
  reclimit: 500,
}

function Network({ form, rule }: FieldsProps) {
  const t = useTexts('access')
  const options = new Map(useEndpoint(networkList, networks).data?.map(({ id, name }) => [id, name]))
  // the network of the rule may have been disabled since
  if (rule?.network && !options.has(rule.network)) options.set(rule.network, rule.networkname ?? '')
  return (
    <SelectField
      label={t('placeFields.network')}
      required
      searchable
      data={[...options].map(([value, label]) => ({ value, label }))}
      {...form.getInputProps('network')}
    />
  )
}

function OneSite({ form, rule }: FieldsProps) {
  const t = useTexts('access')
  const options = useSiteOptions({ site: rule?.site ?? null, sitename: rule?.sitelabel ?? null })
  return <SelectField label={t('placeFields.site')} required {...options} {...form.getInputProps('site')} />
}

function OneStation({ form, rule }: FieldsProps) {
  const t = useTexts('access')
  const options = useStationOptions(
    rule?.station ? { id: rule.station, identity: rule.identity ?? '' } : null,
  )
  return (
    <SelectField label={t('placeFields.station')} required {...options} {...form.getInputProps('station')} />
  )
}

/** The client that owns a rule. */
export function ClientField({ form, rule }: FieldsProps) {
  const t = useTexts('access')
  const options = useClientOptions(rule ?? undefined)
  return (
    <SelectField
      label={t('columns.client')}
      description={t('clientHint')}
      {...options}
      {...form.getInputProps('client')}
    />
  )
}
