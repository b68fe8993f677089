import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Dialog, LeaveButton } from '../../ui/feedback/dialog.tsx'
import { Failure } from '../../ui/feedback/feedback.tsx'
import { toast } from '../../lib/toasts.ts'
import { Stack } from '../../ui/page/page.tsx'
import { AnswerNotice, type StationAnswer, WaitingNotice } from './station-answer.tsx'

/** Effect that follows an accepted request and is awaited. */
export interface FollowUp {
  /** Text during the wait, for example "Waiting for charging to start". */
  waiting: string
  /** Actions of the user during the wait. */
  hint?: string
  done: boolean
  /** Message shown when it is done; the dialog closes. */
  doneMessage: string
  /** Text shown if the effect did not happen. */
  failure?: string | null
  /** Control that leads to what the user can do about it. */
  nextStep?: ReactNode
}

/**
 * Sends a request to a station and shows its response: at most three fields, the wait with its seconds, the
 * station's response, and the effect. Closing the dialog cancels nothing.
 */
export function StationRequestDialog({
  title,
  lead,
  action,
  danger = false,
  request,
  check,
  followUp,
  refused,
  doneMessage,
  children,
  onClose,
}: {
  title: string
  lead?: ReactNode
  /** Label of the button. */
  action: string
  danger?: boolean
  /** Resolves to null if nothing had to be sent. */
  request: () => Promise<StationAnswer | null>
  /** Returns true if the fields are valid; shows their errors. */
  check?: () => boolean
  followUp?: FollowUp
  /** Common reasons for a refusal of this request. */
  refused?: string
  /** Message shown after acceptance; without a follow-up the dialog then closes. */
  doneMessage: string
  children?: ReactNode
  onClose: () => void
}) {
  const t = useTexts()
  const formId = useId()
  const run = useMutation({ mutationFn: request })
  const answer = run.data
  const accepted = answer === null || answer?.state === 'accepted'
  useClosing(accepted, followUp, () => {
    toast(followUp?.doneMessage ?? doneMessage)
    onClose()
  })
  const canSend = !accepted
  return (
    <Dialog
      title={title}
      onClose={onClose}
      // Closing loses nothing once the request is sent.
      confirmsDiscard={run.isIdle || run.isError}
      footer={
        <>
          {/* Without fields, the focus starts on the button that sends nothing. */}
          <LeaveButton data-autofocus={children === undefined || undefined}>
            {t(run.isIdle ? 'ui.cancel' : 'ui.close')}
          </LeaveButton>
          {canSend && (
            <Button kind={danger ? 'danger' : 'primary'} type="submit" form={formId} loading={run.isPending}>
              {run.isIdle || run.isPending ? action : t('ui.retry')}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!run.isPending && (check?.() ?? true)) run.mutate()
        }}
      >
        <Stack>
          {lead && <p className="muted">{lead}</p>}
          {canSend && children}
          {run.isPending && <WaitingNotice />}
          {run.error && <Failure small error={run.error} />}
          {answer && !run.isPending && <AnswerNotice answer={answer} refused={refused} />}
          {accepted && followUp && <FollowUpNotice {...followUp} />}
        </Stack>
      </form>
    </Dialog>
  )
}

function FollowUpNotice({ waiting, hint, failure, nextStep }: FollowUp) {
  return <WaitingNotice what={waiting} hint={hint} failure={failure} nextStep={nextStep} />
}

/** Closes the dialog after acceptance, or after the effect if one is awaited. */
function useClosing(accepted: boolean, followUp: FollowUp | undefined, close: () => void): void {
  const end = useEffectEvent(close)
  const isOver = accepted && (followUp === undefined || followUp.done)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
}
