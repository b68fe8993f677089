import {
  type AnswerOf,
  incidentNotificationGet,
  incidentNotificationSet,
  incidentNotificationTest,
  incidentSeverities,
  notificationChannels,
  notificationLimits,
} from '@stationmaster/contract'
import { useEndpoint } from '../../lib/query.ts'
import { useSitesOptions } from '../../lib/site-options.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { Button } from '../../ui/buttons.tsx'
import { Failure, Unloaded } from '../../ui/feedback/feedback.tsx'
import {
  CheckField,
  FieldGroup,
  MultiSelectField,
  PasswordField,
  SelectField,
  SwitchField,
  TextField,
} from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { PageForm } from '../../ui/form/page-form.tsx'
import { Card, CardGrid, FormGrid, Row, Stack } from '../../ui/page/page.tsx'
import { DeliveryLog } from './delivery-log.tsx'

type Settings = AnswerOf<typeof incidentNotificationGet>

/** How the user is notified of incidents, test messages, and the deliveries to the user. */
export function NotificationSettings({ user }: { user: string }) {
  const t = useTexts('incident-notifications')
  const found = useEndpoint(incidentNotificationGet, {})
  return (
    <Card title={t('title')}>
      {found.data ? (
        <Stack>
          <p className="muted">{t('lead')}</p>
          <CardGrid>
            <SettingsForm settings={found.data} />
            <Stack>
              <TestMessages settings={found.data} />
              <h3>{t('log')}</h3>
              <DeliveryLog filter={{ user }} />
            </Stack>
          </CardGrid>
        </Stack>
      ) : (
        <Unloaded small query={found} rows={4} rowHeight={52} />
      )}
    </Card>
  )
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const zones = () => [...new Set(['UTC', ownZone(), ...Intl.supportedValuesOf('timeZone')])]
const randomBytes = 32

/** Returns a new secret in the form of the Standard Webhooks specification. */
const newSecret = () =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(randomBytes))))}`

const isUnset = ({ console: byConsole, email, webhook }: Settings) => !byConsole && !email && !webhook

function SettingsForm({ settings }: { settings: Settings }) {
  const t = useTexts('incident-notifications')
  const sites = useSitesOptions(settings.sites ?? [])
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      console: settings.console,
      email: settings.email,
      webhook: settings.webhook,
      severity: settings.severity,
      allsites: settings.sites === null,
      sites: settings.sites ?? [],
      webhookurl: settings.webhookurl ?? '',
      webhooksecret: '',
      quietfrom: settings.quietfrom ?? '',
      quietto: settings.quietto ?? '',
      timezone: isUnset(settings) ? ownZone() : settings.timezone,
      criticalpasses: settings.criticalpasses,
    },
  })
  const save = useChange(incidentNotificationSet, {
    form,
    onSaved: () => {
      const stored = { ...form.getValues(), webhooksecret: '' }
      form.setValues(stored)
      form.resetDirty(stored)
    },
  })
  const { values } = form
  const send = ({ allsites, webhookurl, webhooksecret, quietfrom, quietto, ...rest }: typeof values) =>
    save.mutate({
      ...rest,
      sites: allsites ? null : rest.sites,
      webhookurl: webhookurl.trim() || null,
      quietfrom: quietfrom || null,
      quietto: quietto || null,
      ...(webhooksecret === '' ? {} : { webhooksecret }),
    })
  return (
    <PageForm save={save} isDirty={form.isDirty()} onSubmit={submit(form, send)}>
      <FieldGroup legend={t('channels.title')}>
        <Stack gap={3}>
          {notificationChannels.map((channel) => (
            <CheckField
              key={channel}
              label={t(`channels.${channel}`)}
              description={channel === 'email' && !settings.emailconfirmed ? t('unconfirmed') : undefined}
              {...form.getInputProps(channel, { type: 'checkbox' })}
            />
          ))}
          {values.webhook && (
            <>
              <TextField
                label={t('url')}
                description={t('urlHint')}
                type="url"
                maxLength={notificationLimits.url}
                {...form.getInputProps('webhookurl')}
              />
              <PasswordField
                label={t('secret')}
                description={t(settings.hassecret ? 'secretKept' : 'secretHint')}
                autoComplete="off"
                maxLength={notificationLimits.secret.most}
                {...form.getInputProps('webhooksecret')}
              />
              <Row>
                <Button small onClick={() => form.setFieldValue('webhooksecret', newSecret())}>
                  {t('newSecret')}
                </Button>
              </Row>
            </>
          )}
        </Stack>
      </FieldGroup>
      <SelectField
        label={t('severity')}
        allowDeselect={false}
        data={incidentSeverities.map((value) => ({ value, label: t(`severities.${value}`) }))}
        {...form.getInputProps('severity')}
      />
      <SwitchField label={t('allSites')} {...form.getInputProps('allsites', { type: 'checkbox' })} />
      {!values.allsites && (
        <MultiSelectField
          label={t('sites')}
          maxValues={notificationLimits.sites}
          {...sites}
          {...form.getInputProps('sites')}
        />
      )}
      <FieldGroup legend={t('quiet.title')}>
        <Stack gap={3}>
          <p className="muted">{t('quiet.lead')}</p>
          <FormGrid>
            <TextField type="time" label={t('quiet.from')} {...form.getInputProps('quietfrom')} />
            <TextField type="time" label={t('quiet.to')} {...form.getInputProps('quietto')} />
          </FormGrid>
          <SelectField
            label={t('quiet.zone')}
            searchable
            allowDeselect={false}
            limit={50}
            data={zones()}
            {...form.getInputProps('timezone')}
          />
          <CheckField
            label={t('quiet.critical')}
            {...form.getInputProps('criticalpasses', { type: 'checkbox' })}
          />
        </Stack>
      </FieldGroup>
    </PageForm>
  )
}

/** Sends a test message by each channel that is stored. */
function TestMessages({ settings }: { settings: Settings }) {
  const t = useTexts('incident-notifications')
  const test = useChange(incidentNotificationTest, { done: t('testSent') })
  const chosen = notificationChannels.filter((channel) => settings[channel])
  if (chosen.length === 0) return null
  return (
    <Stack gap={3}>
      {test.error && <Failure small error={test.error} />}
      <Row>
        <span>{t('test')}</span>
        {chosen.map((channel) => (
          <Button
            key={channel}
            small
            disabled={test.isPending}
            aria-label={`${t('test')}: ${t(`channels.${channel}`)}`}
            onClick={() => test.mutate({ channel })}
          >
            {t(`channels.${channel}`)}
          </Button>
        ))}
      </Row>
    </Stack>
  )
}
