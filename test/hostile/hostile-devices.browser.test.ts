/** Hostile texts through every field of the pages about devices. */
import { describePlaces } from './describe-places.ts';
import { deskPlaces } from './places-desk.ts';
import { devicePlaces } from './places-devices.ts';
import { manyPlaces } from './places-many.ts';
import { planPlaces } from './places-plans.ts';
import { reportPlaces } from './places-report.ts';

describePlaces('the pages about devices', [
  ...devicePlaces,
  ...deskPlaces,
  ...manyPlaces,
  ...planPlaces,
  ...reportPlaces,
]);
