import {
  type AnswerOf,
  stationLink,
  stationLowerProfile,
  type stationSecurity,
} from '@stationmaster/contract'
import { IconAlertTriangle, IconArrowUp, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useCommandRefusal } from '../../../features/stations/command-refusal.ts'
import { sendToStation } from '../../../features/stations/station-answer.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { StationRequestDialog } from '../../../features/stations/station-request-dialog.tsx'
import { useMay } from '../../../lib/access.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { CopyField } from '../../../ui/data/copy-field.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { CheckField, FieldGroup, RadioField, TextAreaField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { Row, Stack } from '../../../ui/page/page.tsx'
import { Part } from '../../../ui/page/part.tsx'

/** Query of what a station needs for security profiles 2 and 3. */
export interface SecurityQuery {
  data: AnswerOf<typeof stationSecurity> | undefined
  error: Error | null
  refetch: () => unknown
}

const profiles = [0, 1, 2, 3] as const
type Profile = (typeof profiles)[number]

/** Returns the address on the port with TLS: that of the station, unless it is one with TLS already. */
function secureAddress(link: string, port: number | null): string {
  if (link.startsWith('wss:')) return link
  const address = new URL(link)
  address.protocol = 'wss:'
  address.port = port === null ? '' : String(port)
  return address.href
}

interface PartProps {
  station: Station
  security: SecurityQuery
}

/** The profile of a station, what it must have at least, and how it is raised or lowered. */
export function SecurityProfile({ station, security }: PartProps) {
  const t = useTexts('certificates')
  const link = useEndpoint(stationLink, { id: station.id })
  const [dialog, setDialog] = useState<Profile | 'lower' | null>(null)
  const reason = useCommandRefusal(station)
  const mayLower = useMay()(stationLowerProfile, { id: station.id })
  const { data } = security
  if (!data || !link.data)
    return (
      <Part title={t('profile.title')}>
        <Unloaded small query={data ? link : security} rows={3} />
      </Part>
    )
  const least = station.securityprofile
  const next = Math.max(least, 1) + 1
  const raised = next === 2 || next === 3 ? next : null
  const word = (profile: number | null): string =>
    profile === null ? t('profile.never') : t(`profile.names.${profile as Profile}`) // 0 to 3, as the server stores it
  const hasCertificate = data.validuntil !== null
  return (
    <Part
      title={t('profile.title')}
      lead={t('profile.lead')}
      actions={
        <Row>
          {mayLower && least > 1 && (
            <Button small onClick={() => setDialog('lower')}>
              {t('profile.lower')}
            </Button>
          )}
          {raised && data.tls && (
            <Button
              small
              icon={<IconArrowUp size={16} />}
              disabled={reason !== undefined || (raised === 3 && !hasCertificate)}
              title={reason}
              aria-description={reason}
              onClick={() => setDialog(raised)}
            >
              {t('profile.raise', { profile: raised })}
            </Button>
          )}
        </Row>
      }
    >
      <Stack>
        <KeyValues
          rows={[
            [t('profile.newest'), word(station.connectedprofile)],
            [t('profile.least'), word(least)],
          ]}
        />
        {data.tls ? (
          <CopyField label={t('profile.address')} value={secureAddress(link.data.link, data.port)} />
        ) : (
          <Notice tone="calm" icon={<IconInfoCircle size={18} />}>
            {t('profile.noTls')}
          </Notice>
        )}
        {raised === 3 && data.tls && !hasCertificate && (
          <Notice tone="calm" icon={<IconInfoCircle size={18} />}>
            {t('profile.needsCertificate')}
          </Notice>
        )}
        {least === 3 && !hasCertificate && (
          <Notice tone="warn" icon={<IconAlertTriangle size={18} />}>
            {t('profile.foreign')}
          </Notice>
        )}
      </Stack>
      {dialog === 'lower' && <LowerDialog station={station} onClose={() => setDialog(null)} />}
      {(dialog === 2 || dialog === 3) && (
        <RaiseDialog station={station} profile={dialog} onClose={() => setDialog(null)} />
      )}
    </Part>
  )
}

/** Sets SecurityProfile in the station, and restarts it so that it takes effect (security whitepaper, A05). */
function RaiseDialog({
  station,
  profile,
  onClose,
}: {
  station: Station
  profile: 2 | 3
  onClose: () => void
}) {
  const t = useTexts('certificates')
  const [isRestarted, setRestarted] = useState(true)
  const request = async () => {
    const value = String(profile)
    const answer = await sendToStation(station.id, 'ChangeConfiguration', { key: 'SecurityProfile', value })
    return answer.state === 'accepted' && isRestarted
      ? sendToStation(station.id, 'Reset', { type: 'Soft' })
      : answer
  }
  return (
    <StationRequestDialog
      title={t('profile.raiseTitle', { identity: station.identity, profile })}
      lead={t(`profile.raiseLead.${profile}`)}
      action={t('profile.raise', { profile })}
      request={request}
      refused={t('profile.raiseRefused')}
      doneMessage={t(isRestarted ? 'profile.restarts' : 'profile.raised')}
      onClose={onClose}
    >
      <CheckField
        label={t('profile.restart')}
        description={t('profile.restartHint')}
        checked={isRestarted}
        onChange={(event) => setRestarted(event.currentTarget.checked)}
      />
    </StationRequestDialog>
  )
}

function LowerDialog({ station, onClose }: { station: Station; onClose: () => void }) {
  const t = useTexts('certificates')
  const options = profiles.filter((profile) => profile > 0 && profile < station.securityprofile)
  const form = useForm({
    initialValues: { reason: '', profile: options.at(-1) as Profile },
    validate: { reason: (text) => (text.trim().length < 3 ? t('reasonMissing') : null) },
  })
  const save = useChange(stationLowerProfile, { form, done: t('profile.lowered'), onSaved: onClose })
  return (
    <FormDialog
      title={t('profile.lowerTitle', { identity: station.identity })}
      action={t('profile.lowerAction')}
      danger
      save={save}
      onSubmit={submit(form, ({ reason, profile }) =>
        save.mutate({ id: station.id, profile, reason: reason.trim() }),
      )}
      onClose={onClose}
    >
      <Stack>
        <p className="muted">{t('profile.lowerLead')}</p>
        <FieldGroup legend={t('profile.least')} variant="unstyled">
          <Stack>
            {options.map((profile) => (
              <RadioField
                key={profile}
                name="profile"
                label={t(`profile.names.${profile}`)}
                checked={form.values.profile === profile}
                onChange={() => form.setFieldValue('profile', profile)}
              />
            ))}
          </Stack>
        </FieldGroup>
        <TextAreaField
          label={t('reason')}
          required
          maxLength={300}
          minRows={2}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      </Stack>
    </FormDialog>
  )
}
