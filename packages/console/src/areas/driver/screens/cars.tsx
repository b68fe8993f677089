import {
  type AnswerOf,
  carList,
  carSet,
  chargerList,
  driverCarList,
  methodRun,
} from '@stationmaster/contract'
import { IconCar, IconChevronRight, IconPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { CarDriversDialog } from '../../../features/cars/car-drivers.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { SuggestField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { orNull } from '../../../ui/form/form-text.ts'
import { useStoredValues, versionIn } from '../../../ui/form/stored-values.ts'
import { DriverPage } from '../parts/driver-page.tsx'
import css from '../parts/driver.module.css'
import { SharedCars } from '../parts/shared-cars.tsx'

type Car = AnswerOf<typeof carList>[number]

const maxCars = 20

/** Cars of the driver: plate, name and connector type, which Find offers as a filter, and who may charge them. */
export default function Cars() {
  const t = useTexts('driver-data')
  const words = useTexts('driver')
  const [edited, edit] = useState<Car | 'new' | null>(null)
  const [shared, share] = useState<Car | null>(null)
  const cars = useEndpoint(carList, { reclimit: maxCars }, { hints: ['car.changed'] })
  const chargeable = useEndpoint(driverCarList, {}, { hints: ['car.changed'] })
  const ofOthers = chargeable.data?.filter(({ own }) => !own) ?? []
  const current = edited === null || edited === 'new' ? null : edited
  return (
    <DriverPage
      title={words('cars')}
      action={
        <button type="button" className={css.big} data-kind="primary" onClick={() => edit('new')}>
          <IconPlus size={22} />
          {t('addCar')}
        </button>
      }
    >
      {!cars.data ? (
        <Unloaded query={cars} rows={3} />
      ) : cars.data.length === 0 ? (
        <div className={css.card}>
          <b>{t('noCars')}</b>
          <p className={css.small}>{t('noCarsLead')}</p>
        </div>
      ) : (
        <ul className={css.places} aria-label={words('cars')}>
          {cars.data.map((car) => (
            <li key={car.id}>
              <button type="button" onClick={() => edit(car)}>
                <span className={css.entry}>
                  <IconCar size={24} stroke={1.6} />
                  <span>
                    <b>
                      <bdi>{nameOf(car)}</bdi>
                    </b>
                    <span className={css.facts}>
                      {car.label !== null && <bdi>{car.identity}</bdi>}
                      {car.charger !== null && <bdi>{car.charger}</bdi>}
                    </span>
                  </span>
                </span>
                <IconChevronRight size={20} />
              </button>
              <ShareButton
                car={car}
                count={chargeable.data?.find(({ id }) => id === car.id)?.drivers ?? 0}
                onClick={() => share(car)}
              />
            </li>
          ))}
        </ul>
      )}
      {ofOthers.length > 0 && <SharedCars cars={ofOthers} />}
      {shared && (
        <CarDriversDialog
          forOwner
          car={{ id: shared.id, name: nameOf(shared) }}
          onClose={() => share(null)}
        />
      )}
      {edited !== null && (
        <CarForm
          car={cars.data?.find(({ id }) => id === current?.id) ?? current}
          onClose={() => edit(null)}
        />
      )}
    </DriverPage>
  )
}

const nameOf = ({ label, identity }: Pick<Car, 'label' | 'identity'>): string => label ?? identity

/** Opens the list of the persons who may charge a car; says how many they are. */
function ShareButton({ car, count, onClick }: { car: Car; count: number; onClick: () => void }) {
  const t = useTexts('car-drivers')
  return (
    <button
      type="button"
      className={`${css.quiet} ${css.share}`}
      aria-label={`${t('title', { name: nameOf(car) })}${count > 0 ? `. ${t('shared', { count })}` : ''}`}
      onClick={onClick}
    >
      <IconUsers size={20} />
      {count > 0 ? t('shared', { count }) : t('share')}
    </button>
  )
}

const valuesOf = (car: Car | null) => ({
  version_no: car?.version_no,
  identity: car?.identity ?? '',
  label: car?.label ?? '',
  charger: car?.charger ?? '',
  description: car?.description ?? '',
})

function CarForm({ car, onClose }: { car: Car | null; onClose: () => void }) {
  const t = useTexts('driver-data')
  const chargers = useEndpoint(chargerList, { fields: ['name'] })
  const form = useForm({ initialValues: valuesOf(car) })
  useStoredValues(form, valuesOf(car))
  const save = useChange(carSet, { form, onSaved: onClose })
  const remove = useChange(methodRun, { subject: 'Cars', done: t('ui.deleted'), onSaved: onClose })
  const askToRemove = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('deleteCar', { name: nameOf(car!) }),
      lead: t('deleteCarLead'),
      action: t('ui.delete'),
    })
    if (isSure) remove.mutate({ id: car!.id, code: 'delete' })
  }
  return (
    <FormDialog
      title={car ? nameOf(car) : t('addCar')}
      isNew={!car}
      save={save}
      onClose={onClose}
      start={
        car && (
          <Button kind="danger" onClick={() => void askToRemove()} loading={remove.isPending}>
            {t('ui.delete')}
          </Button>
        )
      }
      onSubmit={submit(form, (values) =>
        save.mutate({
          id: car?.id ?? null,
          ...(car && versionIn(values)),
          identity: values.identity.trim(),
          label: orNull(values.label),
          charger: orNull(values.charger),
          description: orNull(values.description),
        }),
      )}
    >
      <TextField
        label={t('plate')}
        required
        maxLength={20}
        autoCapitalize="characters"
        data-autofocus
        {...form.getInputProps('identity')}
      />
      <TextField label={t('name')} maxLength={120} {...form.getInputProps('label')} />
      <SuggestField
        label={t('connector')}
        maxLength={60}
        data={[...new Set((chargers.data ?? []).map(({ name }) => name))]}
        {...form.getInputProps('charger')}
      />
      <TextAreaField
        label={t('notes')}
        maxLength={2000}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}
