import { accessRuleGet, accessRuleSet } from '@stationmaster/contract'
import { useMay } from '../../../lib/access.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { FormAccess } from '../../../ui/form/form-access.tsx'
import { SegmentedControl, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { submit } from '../../../ui/form/form.ts'
import { useStoredValues } from '../../../ui/form/stored-values.ts'
import { FormGrid, Row, Stack } from '../../../ui/page/page.tsx'
import { DateTimeField } from '../../../ui/time/date-time-field.tsx'
import { CardsFields, ClientField, PlaceFields } from './selection-fields.tsx'
import type { Rule } from './rule-columns.tsx'
import { bodyOfRule, useRuleForm, valuesOfRule } from './rule-form.ts'
import { TimesFields } from './times-fields.tsx'

const effects = ['deny', 'allow'] as const

/** Dialog of the rule with an id, which need not be among the loaded rows of the list. */
export function RuleDialogOf({
  id,
  rows,
  onClose,
}: {
  id: string
  rows: readonly Rule[]
  onClose: () => void
}) {
  const t = useTexts('access')
  const found = useEndpoint(accessRuleGet, { id }, { hints: ['access_rule.changed', 'rights.changed'] })
  const rule = found.data ?? rows.find((row) => row.id === id)
  if (rule) return <RuleDialog rule={rule} onClose={onClose} />
  return (
    <Dialog wide title={t('edit')} confirmsDiscard={false} onClose={onClose}>
      <Unloaded query={found} rows={5} />
    </Dialog>
  )
}

/** Dialog that adds or edits an access rule. */
export function RuleDialog({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const t = useTexts('access')
  const isAllowed = useMay()(accessRuleSet, { id: rule?.id ?? null }) && rule?.statecode !== 'deleted'
  const form = useRuleForm(rule)
  useStoredValues(form, valuesOfRule(rule))
  const save = useChange(accessRuleSet, { form, onSaved: onClose })
  return (
    <FormDialog
      wide
      title={rule ? t('edit') : t('add')}
      isNew={!rule}
      isReadOnly={!isAllowed}
      save={save}
      onSubmit={submit(form, (values) => save.mutate(bodyOfRule(rule, values)))}
      onClose={onClose}
    >
      <FormAccess isAllowed={isAllowed}>
        <Stack>
          <TextField
            label={t('name')}
            description={t('labelHint')}
            required
            maxLength={120}
            data-autofocus
            {...form.getInputProps('label')}
          />
          <Row>
            <SegmentedControl
              aria-label={t('columns.effect')}
              data={effects.map((value) => ({ value, label: t(`effects.${value}`) }))}
              {...form.getInputProps('effect')}
            />
          </Row>
          <CardsFields form={form} rule={rule} />
          <PlaceFields form={form} rule={rule} />
          <TimesFields form={form} />
          <FormGrid>
            <DateTimeField
              label={t('times.begin')}
              value={form.values.validfrom}
              onChange={(at) => form.setFieldValue('validfrom', at)}
            />
            <DateTimeField
              label={t('times.end')}
              value={form.values.validto}
              error={form.errors.validto}
              onChange={(at) => form.setFieldValue('validto', at)}
            />
          </FormGrid>
          <ClientField form={form} rule={rule} />
          <TextAreaField
            label={t('columns.description')}
            maxLength={2000}
            {...form.getInputProps('description')}
          />
        </Stack>
      </FormAccess>
    </FormDialog>
  )
}
