import { useState } from 'react'
import { useTexts } from '../src/lib/texts.ts'
import {
  CheckField,
  MultiSelectField,
  NumberField,
  PasswordField,
  RadioField,
  SegmentedControl,
  SelectField,
  SuggestField,
  SwitchField,
  TagsField,
  TextAreaField,
  TextField,
} from '../src/ui/form/fields.tsx'
import { Card, FormGrid, Stack } from '../src/ui/page/page.tsx'
import { DateTimeField } from '../src/ui/time/date-time-field.tsx'

export function FormParts() {
  const t = useTexts('sign')
  const [at, setAt] = useState<string | null>('2026-03-14T09:26:00.000Z')
  return (
    <Card title="Fields">
      <Stack gap={4}>
        <FormGrid>
          <TextField label={t('setup.username')} defaultValue="m.keller" />
          <TextField label={t('setup.organisation')} placeholder={t('setup.optional')} />
          <TextField
            label={t('setup.email')}
            required
            defaultValue="m.keller@"
            error={t('setup.wrongEmail')}
          />
          <TextField
            label={t('setup.code')}
            description={t('setup.codeHint')}
            disabled
            defaultValue="4F2K-9QTX"
          />
          <PasswordField label={t('setup.password')} defaultValue="correct horse" />
          <NumberField label="connectorId" defaultValue={1} min={0} />
          <SelectField label={t('settings.layout')} data={['Full', 'Boxed', 'Framed']} defaultValue="Boxed" />
          <MultiSelectField label={t('ui.select')} data={['A', 'B', 'C']} defaultValue={['A', 'C']} />
          <SuggestField label="idTag" data={['DE-8AA-C1042', 'DE-8AA-C1043']} defaultValue="DE-8AA" />
          <TagsField label="key" defaultValue={['HeartbeatInterval', 'MeterValueSampleInterval']} />
          <DateTimeField label="expiryDate" value={at} onChange={setAt} shortcuts required />
          <DateTimeField label="validFrom" value={null} onChange={() => {}} />
        </FormGrid>
        <TextAreaField
          label={t('ui.details')}
          autosize
          minRows={2}
          defaultValue="Two lines of text, or three."
        />
        <FormGrid>
          <CheckField label={t('states.available')} defaultChecked />
          <CheckField label={t('states.faulted')} indeterminate />
          <SwitchField label={t('settings.density')} defaultChecked />
          <SwitchField label={t('settings.rtl')} disabled />
          <RadioField label={t('ui.yes')} name="gallery" defaultChecked />
          <RadioField label={t('ui.no')} name="gallery" />
        </FormGrid>
        <SegmentedControl
          aria-label={t('settings.theme')}
          data={[t('settings.themeLight'), t('settings.themeDark')]}
        />
      </Stack>
    </Card>
  )
}
