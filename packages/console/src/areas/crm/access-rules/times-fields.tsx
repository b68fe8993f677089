import { maxRuleTimes } from '@stationmaster/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { weekdayName } from '../../../ui/time/moment.tsx'
import { Button, IconButton } from '../../../ui/buttons.tsx'
import { FieldGroup, MultiSelectField, TextField } from '../../../ui/form/fields.tsx'
import { Row, Stack } from '../../../ui/page/page.tsx'
import { newPeriod, type RuleForm } from './rule-form.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** Weekly periods of a rule; without one it applies at all times. */
export function TimesFields({ form }: { form: RuleForm }) {
  const t = useTexts('access')
  const { tag } = useFormat()
  const { times } = form.values
  const days = weekdays.map((day) => ({ value: String(day), label: weekdayName(tag, day, 'short') }))
  return (
    <FieldGroup legend={t('columns.times')}>
      <Stack>
        <p className="muted">{t(times.length === 0 ? 'times.alwaysHint' : 'times.hint')}</p>
        {times.map((_period, index) => (
          // periods have no identity, and their values are those of the form
          <Stack key={index} gap={1}>
            <MultiSelectField
              label={t('times.days')}
              data={days}
              {...form.getInputProps(`times.${index}.days`)}
            />
            <Row bottom>
              <TextField label={t('times.from')} type="time" {...form.getInputProps(`times.${index}.from`)} />
              <TextField label={t('times.to')} type="time" {...form.getInputProps(`times.${index}.to`)} />
              <IconButton label={t('times.remove')} onClick={() => form.removeListItem('times', index)}>
                <IconTrash size={16} />
              </IconButton>
            </Row>
          </Stack>
        ))}
        {times.length < maxRuleTimes && (
          <Row>
            <Button
              small
              icon={<IconPlus size={16} />}
              onClick={() => form.insertListItem('times', { ...newPeriod })}
            >
              {t('times.add')}
            </Button>
          </Row>
        )}
      </Stack>
    </FieldGroup>
  )
}
