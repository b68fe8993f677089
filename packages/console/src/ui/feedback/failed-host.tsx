import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Dialog } from './dialog.tsx'
import { type Failed, failed } from './failed.ts'
import { Failure } from './feedback.tsx'

const close = (): void => failed.set(null)

/** Dialog of the failure passed to `showFailure`. */
export function FailedDialog({ error, title }: Failed) {
  const t = useTexts()
  return (
    <Dialog
      title={title}
      onClose={close}
      footer={
        <Button kind="primary" onClick={close} data-autofocus>
          {t('ui.close')}
        </Button>
      }
    >
      <Failure small error={error} />
    </Dialog>
  )
}
