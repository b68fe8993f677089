import {
  type AnswerOf,
  carDriverAdd,
  carDriverDelete,
  carDriverList,
  maxDriversOfCar,
} from '@stationmaster/contract'
import { IconUserMinus } from '@tabler/icons-react'
import { useMay } from '../../lib/access.ts'
import { useFormat } from '../../lib/format.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { RowList } from '../../ui/data/row-list.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { Dialog, LeaveButton } from '../../ui/feedback/dialog.tsx'
import { Unloaded } from '../../ui/feedback/feedback.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { SubmitForm } from '../../ui/form/submit-form.tsx'
import { Row, Stack } from '../../ui/page/page.tsx'

type CarDriver = AnswerOf<typeof carDriverList>[number]

interface NamedCar {
  id: string
  name: string
}

/** Dialog with the persons who may charge a car besides its owner, and a form that adds one. */
export function CarDriversDialog({
  car,
  forOwner = false,
  onClose,
}: {
  car: NamedCar
  /** True for the driver to whom the car belongs, who does not learn whether a person has an account. */
  forOwner?: boolean
  onClose: () => void
}) {
  const { id, name } = car
  const t = useTexts('car-drivers')
  const drivers = useEndpoint(carDriverList, { id }, { hints: ['car.changed'] })
  const mayChange = useMay()(carDriverAdd, { id })
  return (
    <Dialog
      title={t('title', { name })}
      onClose={onClose}
      footer={<LeaveButton>{t('ui.close')}</LeaveButton>}
      // what was added is stored
      confirmsDiscard={false}
    >
      <Stack gap={4}>
        <p className="muted">{t('lead', { car: name })}</p>
        {mayChange && (drivers.data?.length ?? 0) < maxDriversOfCar && <AddForm car={id} />}
        {!drivers.data ? (
          <Unloaded small query={drivers} rows={2} />
        ) : drivers.data.length === 0 ? (
          <p>{t(forOwner ? 'none' : 'noneOfFleet')}</p>
        ) : (
          <RowList label={t('title', { name })}>
            {drivers.data.map((driver) => (
              <Line key={driver.id} car={car} driver={driver} isKnown={!forOwner} mayChange={mayChange} />
            ))}
          </RowList>
        )}
      </Stack>
    </Dialog>
  )
}

function Line({
  car,
  driver,
  isKnown,
  mayChange,
}: {
  car: NamedCar
  driver: CarDriver
  isKnown: boolean
  mayChange: boolean
}) {
  const t = useTexts('car-drivers')
  const format = useFormat()
  const remove = useChange(carDriverDelete, { done: t('removed') })
  const { id, name, username, created } = driver
  const ask = async () => {
    const isSure = await confirm({
      title: t('removeTitle', { name }),
      lead: t('removeLead', { car: car.name }),
      action: t('confirm'),
    })
    if (isSure) remove.mutate({ id: car.id, driver: id })
  }
  return (
    <li>
      <div>
        <bdi>{name}</bdi>
        <span className="muted">
          {t('since', { date: format.date(created) })}
          {isKnown && username === null && <> · {t('pending')}</>}
          {username !== null && username.toLowerCase() !== name.toLowerCase() && (
            <>
              {' '}
              · <bdi>{username}</bdi>
            </>
          )}
        </span>
      </div>
      {mayChange && (
        <IconButton label={t('remove', { name })} onClick={() => void ask()}>
          <IconUserMinus size={18} />
        </IconButton>
      )}
    </li>
  )
}

function AddForm({ car }: { car: string }) {
  const t = useTexts('car-drivers')
  const form = useForm({ initialValues: { name: '' } })
  const add = useChange(carDriverAdd, { form, done: t('added'), onSaved: () => form.reset() })
  const isEmpty = form.values.name.trim() === ''
  return (
    <SubmitForm
      save={add}
      onSubmit={submit(form, ({ name }) => {
        if (!isEmpty) add.mutate({ id: car, name: name.trim() })
      })}
    >
      <TextField
        label={t('name')}
        description={t('hint')}
        maxLength={254}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Row end>
        <Button kind="primary" type="submit" disabled={isEmpty} loading={add.isPending}>
          {t('add')}
        </Button>
      </Row>
    </SubmitForm>
  )
}
