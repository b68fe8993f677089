import { cardSet, cardType, tokenTypes } from '@stationmaster/contract'
import { useMay } from '../../lib/access.ts'
import { type OfClient, useClientOptions } from '../../lib/client-options.ts'
import { useTypeOptions } from '../../lib/type-options.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { useChange } from '../../lib/use-change.ts'
import { NumberField, SelectField, TagsField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { useStoredValues, versionIn } from '../../ui/form/stored-values.ts'
import { FormAccess } from '../../ui/form/form-access.tsx'
import { orNull } from '../../ui/form/form-text.ts'
import { FormGrid, Row } from '../../ui/page/page.tsx'
import { DateTimeField } from '../../ui/time/date-time-field.tsx'
import { type Card, AuthorizationStatusChip } from './card-columns.tsx'

/** Returns the values of a card, or of a new one. */
const valuesOf = (card: Card | null, { code, client }: { code: string; client: string | null }) => ({
  version_no: card?.version_no,
  code: card?.code ?? code,
  name: card?.name ?? '',
  label: card?.label ?? '',
  typecode: card?.typecode ?? 'rfid',
  tokentype: card?.tokentype ?? null,
  expiry: card?.expiry ?? null,
  parentcode: card?.parentcode ?? '',
  maxtransactions: card?.maxtransactions ?? (1 as number | string),
  tags: card?.tags ?? [],
  description: card?.description ?? '',
  client: card ? card.client : client,
  driver: card?.driver ?? '',
})

/** Dialog that adds or edits a card. `code` and `client` prefill a new one. */
export function CardDialog({
  card,
  code = '',
  client,
  onClose,
}: {
  card: Card | null
  code?: string
  client?: OfClient
  onClose: () => void
}) {
  const t = useTexts('cards')
  const isAllowed = useMay()(cardSet, { id: card?.id ?? null })
  const ours = { rfid: t('types.rfid'), credit: t('types.credit'), plastic: t('types.plastic') }
  const types = useTypeOptions(cardType, 'card', ours)
  const clients = useClientOptions(card ?? client)
  const stored = valuesOf(card, { code, client: client?.client ?? null })
  const form = useForm({
    initialValues: stored,
    validate: {
      code: (text) =>
        text.trim() === '' ? t('missingCode') : text.trim().length > 20 ? t('longCode') : null,
      parentcode: (text) => (text.trim().length > 20 ? t('longCode') : null),
    },
  })
  useStoredValues(form, stored)
  const save = useChange(cardSet, { form, onSaved: onClose })
  const send = (values: typeof form.values): void => {
    const fields = {
      code: values.code.trim(),
      name: orNull(values.name),
      label: orNull(values.label),
      description: orNull(values.description),
      typecode: values.typecode,
      tokentype: values.tokentype,
      expiry: values.expiry,
      parentcode: orNull(values.parentcode),
      tags: values.tags,
      maxtransactions: Number(values.maxtransactions) || 0,
    }
    const isSent = (field: string): boolean => !card || form.isDirty(field)
    const sent: Partial<typeof fields> = Object.fromEntries(
      Object.entries(fields).filter(([field]) => isSent(field)),
    )
    save.mutate({
      id: card?.id ?? null,
      ...sent,
      ...versionIn(values),
      // absent: users of a client can neither set nor clear it
      ...(values.client === (card?.client ?? null) ? {} : { client: values.client }),
      ...(values.driver.trim() === (card?.driver ?? '') ? {} : { driver: orNull(values.driver) }),
    })
  }
  return (
    <FormDialog
      wide
      title={card ? t('edit') : t('add')}
      isNew={!card}
      isReadOnly={!isAllowed}
      save={save}
      onSubmit={submit(form, send)}
      onClose={onClose}
    >
      <FormAccess isAllowed={isAllowed}>
        {card && (
          <Row>
            <AuthorizationStatusChip card={card} />
          </Row>
        )}
        <TextField
          label={t('fields.code')}
          description={t('fields.codeHint')}
          required
          maxLength={20}
          data-autofocus
          {...form.getInputProps('code')}
        />
        <FormGrid>
          <TextField label={t('columns.name')} maxLength={120} {...form.getInputProps('name')} />
          <TextField label={t('fields.label')} maxLength={120} {...form.getInputProps('label')} />
          <SelectField label={t('columns.type')} data={types} {...form.getInputProps('typecode')} />
          <SelectField
            label={t('columns.tokenType')}
            description={t('fields.tokenTypeHint')}
            placeholder={t('anyTokenType')}
            clearable
            data={tokenTypes.map((type) => ({ value: type, label: t(`tokenTypes.${type}`) }))}
            {...form.getInputProps('tokentype')}
          />
          <NumberField
            label={t('fields.limit')}
            description={t('fields.limitHint')}
            min={0}
            max={1000}
            allowDecimal={false}
            {...form.getInputProps('maxtransactions')}
          />
          <TextField label={t('fields.parent')} maxLength={20} {...form.getInputProps('parentcode')} />
          <SelectField label={t('columns.client')} {...clients} {...form.getInputProps('client')} />
          <TextField
            label={t('fields.driver')}
            description={t('fields.driverHint')}
            maxLength={256}
            autoComplete="off"
            {...form.getInputProps('driver')}
          />
          <DateTimeField
            label={t('columns.expiry')}
            value={form.values.expiry}
            onChange={(expiry) => form.setFieldValue('expiry', expiry)}
          />
        </FormGrid>
        <TagsField
          label={t('fields.tags')}
          description={t('fields.tagsHint')}
          maxTags={32}
          {...form.getInputProps('tags')}
        />
        <TextAreaField label={t('fields.description')} {...form.getInputProps('description')} />
      </FormAccess>
    </FormDialog>
  )
}
