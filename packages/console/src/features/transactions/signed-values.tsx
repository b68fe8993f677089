import {
  type AnswerOf,
  guestChargeSigned,
  maxSignedValuesInFile,
  signedValueList,
  transparencySoftware,
} from '@stationmaster/contract'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Failure } from '../../ui/feedback/feedback.tsx'
import { Card, Stack } from '../../ui/page/page.tsx'
import { download } from '../../ui/table/download.ts'
import { signedValuesFile } from './signed-values-file.ts'

type SignedOfSession = AnswerOf<typeof guestChargeSigned>

/** Download of the signed meter values of a session, with the program that verifies them; nothing without any. */
export function SignedValues({ number }: { number: number }) {
  const filter = { transactionid: number }
  const reclimit = maxSignedValuesInFile
  const { data: found = [] } = useEndpoint(signedValueList, { filter, fields: ['id'], reclimit })
  const read = async () => ({
    number,
    values: await call(signedValueList, { filter, orderby: ['datetime'], reclimit }),
  })
  return <SignedCard count={found.length} read={read} />
}

/** Download of the signed meter values of the session of a guest, whose link has this secret. */
export const GuestSignedValues = ({ count, secret }: { count: number; secret: string }) => (
  <SignedCard count={count} read={() => call(guestChargeSigned, { secret })} />
)

function SignedCard({ count, read }: { count: number; read: () => Promise<SignedOfSession> }) {
  const t = useTexts('transactions')
  const save = useMutation({
    mutationFn: read,
    onSuccess: ({ number, values }) =>
      download(
        new Blob([signedValuesFile(number, values)], { type: 'application/xml' }),
        `signed-values-${number}.xml`,
      ),
  })
  if (count === 0) return null
  const { name, address } = transparencySoftware
  return (
    <Card
      title={t('signed.title')}
      actions={
        <Button
          kind="quiet"
          small
          icon={<IconDownload size={16} />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('signed.download')}
        </Button>
      }
    >
      <Stack gap={2}>
        {save.error && <Failure small error={save.error} />}
        <p className="muted">
          {t('signed.count', { count })} {t('signed.verify')}{' '}
          <a href={address} target="_blank" rel="noreferrer">
            {name}
          </a>
        </p>
      </Stack>
    </Card>
  )
}
