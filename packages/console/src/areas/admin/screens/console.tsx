import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { text, useAddress } from '../../../lib/address.ts'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty, Failure, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card, Page, PageHead, Stack } from '../../../ui/page/page.tsx'
import { AnswerCard } from '../api-console/answer-card.tsx'
import type { ApiEndpoint } from '../api-console/api-endpoints.ts'
import css from '../api-console/api-console.module.css'
import { clearHistory, storeCall, type PastCall, readHistory } from '../api-console/call-history.ts'
import { callHref, CallList, pathOf } from '../api-console/call-list.tsx'
import { endpointsQuery } from '../api-console/endpoints-query.ts'
import { HistoryCard } from '../api-console/history-card.tsx'
import { type RequestDraft, RequestCard } from '../api-console/request-card.tsx'
import { sampleBody } from '../api-console/schema.ts'
import { useSending } from '../api-console/use-sending.ts'

const where = { call: text(), q: text() }

/**
 * The API console, `/admin/console/charge_point/list` or `?call=/charge_point/list`: sends any request of the
 * API as the signed-in user.
 */
export default function ApiConsole() {
  const t = useTexts('api-console')
  const [at, go] = useAddress(where)
  const endpoints = useQuery(endpointsQuery)
  const user = useUser()?.userid ?? ''
  const [history, setHistory] = useState(() => readHistory(user))
  const [picked, setPicked] = useState<PastCall | null>(null)
  const navigate = useNavigate()
  const { param1, param2, param3 } = useParams()
  const chosen = pathOf(param1, param2, param3) || at.call
  const call = endpoints.data?.find(({ path }) => path === chosen)
  const pick = (past: PastCall): void => {
    setPicked(past)
    void navigate(callHref(past.path))
  }
  return (
    <Page>
      <PageHead title={t('title')} facts={t('lead')} />
      {endpoints.data ? (
        <div className={css.layout} data-chosen={call ? true : undefined}>
          <div className={css.list}>
            <Card pad={false}>
              <CallList endpoints={endpoints.data} chosen={chosen} typed={at.q} onType={(q) => go({ q })} />
            </Card>
          </div>
          <div className={css.work}>
            {call ? (
              <Workplace
                // Another endpoint, or a request picked from the history, resets the form.
                key={`${call.path} ${picked?.path === call.path ? picked.at : ''}`}
                call={call}
                begins={picked?.path === call.path ? picked : null}
                onAll={() => void navigate(callHref(''))}
                onSent={(past) => setHistory(storeCall(user, call, past))}
              />
            ) : (
              <Card>
                <Empty title={chosen === '' ? t('choose') : t('unknown')} lead={t('chooseLead')} />
              </Card>
            )}
          </div>
          <div className={css.side}>
            <HistoryCard
              history={history}
              onPick={pick}
              onClear={() => {
                clearHistory(user)
                setHistory([])
              }}
            />
          </div>
        </div>
      ) : (
        <Unloaded query={endpoints} rows={8} />
      )}
    </Page>
  )
}

function Workplace({
  call,
  begins,
  onAll,
  onSent,
}: {
  call: ApiEndpoint
  begins: PastCall | null
  onAll: () => void
  onSent: (past: PastCall) => void
}) {
  const t = useTexts('api-console')
  const [request, setRequest] = useState<RequestDraft>({
    text: begins?.body ?? sampleBody(call.body),
    params: begins?.params ?? {},
  })
  const { answered, failure, isSending, send, cancel } = useSending(call, request, onSent)
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answered) result.current?.scrollIntoView({ block: 'nearest' })
  }, [answered])
  return (
    <Stack>
      <div className={css.back}>
        <Button small onClick={onAll}>
          {t('all')}
        </Button>
      </div>
      <RequestCard
        call={call}
        request={request}
        onChange={setRequest}
        isSending={isSending}
        onSend={send}
        onCancel={cancel}
      />
      <div ref={result}>
        {failure ? (
          <Card title={t('answer')}>
            <Failure small error={failure} />
          </Card>
        ) : (
          answered && <AnswerCard key={answered.at} answered={answered} />
        )}
      </div>
    </Stack>
  )
}
