/** German: one file for each English one in the folder above. */
import { bulk } from './bulk.ts';
import { changes } from './changes.ts';
import { chart } from './chart.ts';
import { commands } from './commands.ts';
import { configure } from './configure.ts';
import { connect } from './connect.ts';
import { deviceList } from './device-list.ts';
import { listOptions } from './list-options.ts';
import { devices } from './devices.ts';
import { devicePage } from './device-page.ts';
import { drafts } from './drafts.ts';
import { elements } from './elements.ts';
import { evening } from './evening.ts';
import { failures } from './failures.ts';
import { guide } from './guide.ts';
import { fileFaults } from './file-faults.ts';
import { handOver } from './hand-over.ts';
import { help } from './help.ts';
import { history } from './history.ts';
import { incoming } from './incoming.ts';
import { inspector } from './inspector.ts';
import { jobs } from './jobs.ts';
import { keys } from './keys.ts';
import { noBluetooth } from './no-bluetooth.ts';
import { notices } from './notices.ts';
import { label } from './label.ts';
import { outbox } from './outbox.ts';
import { overview } from './overview.ts';
import { ownership } from './ownership.ts';
import { palette } from './palette.ts';
import { places } from './places.ts';
import { practice } from './practice.ts';
import { reading } from './reading.ts';
import { report } from './report.ts';
import { rescue } from './rescue.ts';
import { run } from './run.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { slowStart } from './slow-start.ts';
import { streams } from './streams.ts';
import { telemetryDesk } from './telemetry-desk.ts';
import { telemetry } from './telemetry.ts';
import { transfer } from './transfer.ts';
import { welcome } from './welcome.ts';

/** All German strings by the name under which the English ones are exported. */
export const german: Readonly<Record<string, unknown>> = {
  ...bulk,
  ...changes,
  ...chart,
  ...commands,
  ...configure,
  ...connect,
  ...deviceList,
  ...listOptions,
  ...devices,
  ...devicePage,
  ...drafts,
  ...elements,
  ...evening,
  ...failures,
  ...guide,
  ...fileFaults,
  ...handOver,
  ...help,
  ...history,
  ...incoming,
  ...inspector,
  ...jobs,
  ...keys,
  ...noBluetooth,
  ...notices,
  ...label,
  ...outbox,
  ...overview,
  ...ownership,
  ...palette,
  ...places,
  ...practice,
  ...reading,
  ...report,
  ...rescue,
  ...run,
  ...settings,
  ...shell,
  ...slowStart,
  ...streams,
  ...telemetry,
  ...telemetryDesk,
  ...transfer,
  ...welcome,
};
