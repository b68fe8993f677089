import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Dialog, LeaveButton } from '../../ui/feedback/dialog.tsx'
import { Failure } from '../../ui/feedback/feedback.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Stack } from '../../ui/page/page.tsx'
import { AnswerNotice, type StationAnswer, WaitingNotice } from './station-answer.tsx'

/** What follows a station's yes and is waited for. */
export interface Aftermath {
  /** "Waiting for the charge to begin" */
  waiting: string
  /** What a person can do meanwhile. */
  hint?: string
  done: boolean
  /** Said when it is done; the dialog closes. */
  said: string
  /** Nothing followed; in words. */
  gaveUp?: string | null
}

/**
 * Asks a station something and shows its own answer: a question with at most three fields, the wait with its
 * seconds, the answer in the station's words, and what follows from it. Closing it takes nothing back.
 */
export function AskDialog({
  title,
  lead,
  action,
  danger = false,
  ask,
  check,
  aftermath,
  refused,
  said,
  children,
  onClose,
}: {
  title: string
  lead?: ReactNode
  /** Word on the button. */
  action: string
  danger?: boolean
  ask: () => Promise<StationAnswer>
  /** Whether the fields are in order; shows what is not. */
  check?: () => boolean
  aftermath?: Aftermath
  /** Why stations often say no to this. */
  refused?: string
  /** Said after a yes; without an aftermath the dialog closes with it. */
  said: string
  children?: ReactNode
  onClose: () => void
}) {
  const say = useTexts()
  const formId = useId()
  const run = useMutation({ mutationFn: ask })
  const answer = run.data
  const accepted = answer?.state === 'accepted'
  useClosing(accepted, aftermath, said, onClose)
  const asks = !accepted
  return (
    <Dialog
      title={title}
      onClose={onClose}
      // What was sent is not lost.
      asksFirst={run.isIdle || run.isError}
      footer={
        <>
          {/* Without fields the focus begins where nothing is asked of the station. */}
          <LeaveButton data-autofocus={children === undefined || undefined}>
            {say(run.isIdle ? 'ui.cancel' : 'ui.close')}
          </LeaveButton>
          {asks && (
            <Button kind={danger ? 'danger' : 'primary'} type="submit" form={formId} loading={run.isPending}>
              {run.isIdle || run.isPending ? action : say('ui.retry')}
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
          {asks && children}
          {run.isPending && <WaitingNotice />}
          {run.error && <Failure small error={run.error} />}
          {answer && !run.isPending && <AnswerNotice answer={answer} refused={refused} />}
          {accepted && aftermath && <AftermathNotice {...aftermath} />}
        </Stack>
      </form>
    </Dialog>
  )
}

function AftermathNotice({ waiting, hint, gaveUp }: Aftermath) {
  return <WaitingNotice what={waiting} hint={hint} gaveUp={gaveUp} />
}

/** A yes closes the dialog, with what follows from it once that has come. */
function useClosing(
  accepted: boolean,
  aftermath: Aftermath | undefined,
  said: string,
  close: () => void,
): void {
  const end = useEffectEvent(() => {
    toast(aftermath?.said ?? said)
    close()
  })
  const isOver = accepted && (aftermath === undefined || aftermath.done)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
}
