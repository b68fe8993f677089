import { maxSiteContacts } from '@stationmaster/contract'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FieldGroup, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { FormGrid, Row, Stack } from '../../ui/page/page.tsx'
import { type ContactValues, isReachable, moveContact, newContact } from './site-contact.ts'
import type { useSiteForm } from './site-form.ts'

/** The contacts of a site in their order, each with its fields. */
export function ContactFields({ form }: { form: ReturnType<typeof useSiteForm> }) {
  const t = useTexts('sites')
  const { contacts } = form.values
  const change = (next: ContactValues[]): void => form.setFieldValue('contacts', next)
  return (
    <FieldGroup legend={t('contacts.title')}>
      <Stack>
        {contacts.map((contact, index) => (
          <ContactGroup
            // contacts have no ids, and all fields are controlled
            key={index}
            contact={contact}
            position={index}
            count={contacts.length}
            isIncomplete={form.errors.contacts !== undefined && !isReachable(contact)}
            onChange={(changed) => change(contacts.map((other, at) => (at === index ? changed : other)))}
            onMove={(to) => change(moveContact(contacts, { from: index, to }))}
            onRemove={() => change(contacts.filter((_, at) => at !== index))}
          />
        ))}
        <Row>
          <Button
            icon={<IconPlus size={16} />}
            disabled={contacts.length >= maxSiteContacts}
            onClick={() => change([...contacts, newContact])}
          >
            {t('contacts.add')}
          </Button>
        </Row>
      </Stack>
    </FieldGroup>
  )
}

interface GroupProps {
  contact: ContactValues
  position: number
  count: number
  isIncomplete: boolean
  onChange: (contact: ContactValues) => void
  onMove: (to: number) => void
  onRemove: () => void
}

function ContactGroup({ contact, position, count, isIncomplete, onChange, onMove, onRemove }: GroupProps) {
  const t = useTexts('sites')
  const languages = useLanguages()
  const name = contact.name || t('contacts.number', { number: position + 1 })
  const fieldOf = (part: keyof ContactValues, maxLength: number) => ({
    value: contact[part],
    maxLength,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...contact, [part]: value }),
  })
  return (
    <FieldGroup legend={name}>
      <Stack gap={3}>
        {isIncomplete && (
          <Notice tone="bad" alert>
            {t('contacts.missing')}
          </Notice>
        )}
        <FormGrid>
          <TextField label={t('contacts.name')} {...fieldOf('name', 120)} />
          <TextField
            label={t('contacts.role')}
            placeholder={t('contacts.roleExample')}
            {...fieldOf('role', 120)}
          />
          <TextField label={t('columns.phone')} type="tel" {...fieldOf('phone', 40)} />
          <TextField label={t('columns.email')} type="email" {...fieldOf('email', 254)} />
          <SelectField
            label={t('contacts.language')}
            searchable
            clearable
            data={languages}
            value={contact.language || null}
            onChange={(language) => onChange({ ...contact, language: language ?? '' })}
          />
          <TextField
            label={t('contacts.hours')}
            placeholder={t('contacts.hoursExample')}
            {...fieldOf('hours', 120)}
          />
        </FormGrid>
        <TextAreaField
          label={t('contacts.note')}
          autosize
          minRows={1}
          maxRows={6}
          {...fieldOf('note', 500)}
        />
        <Row>
          <IconButton
            label={t('contacts.up', { name })}
            disabled={position === 0}
            onClick={() => onMove(position - 1)}
          >
            <IconArrowUp size={16} />
          </IconButton>
          <IconButton
            label={t('contacts.down', { name })}
            disabled={position === count - 1}
            onClick={() => onMove(position + 1)}
          >
            <IconArrowDown size={16} />
          </IconButton>
          <IconButton label={t('contacts.remove', { name })} onClick={onRemove}>
            <IconTrash size={16} />
          </IconButton>
        </Row>
      </Stack>
    </FieldGroup>
  )
}

/** Languages of Europe and those that operators there meet most often. */
const codes =
  'ar bg bs ca cs da de el en es et eu fi fr ga he hr hu is it lb lt lv mk mt nb nl pl pt ro ru sk sl sq sr sv tr uk zh'

function useLanguages() {
  const { tag } = useFormat()
  return useMemo(() => {
    const names = new Intl.DisplayNames([tag], { type: 'language' })
    const { compare } = new Intl.Collator(tag)
    return codes
      .split(' ')
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((a, b) => compare(a.label, b.label))
  }, [tag])
}

/** Returns the name of a language in the language of the user. */
export const languageName = (tag: string, code: string): string =>
  new Intl.DisplayNames([tag], { type: 'language', fallback: 'code' }).of(code) ?? code
