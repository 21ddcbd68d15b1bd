/** The base of pages, and other elements, that take the services of the open account by themselves. */
import { consume } from '@lit/context';
import { WatchingElement } from '../controllers/watching-element.ts';
import { accountContext, type AccountServices } from './services.ts';

export abstract class AccountElement extends WatchingElement {
  @consume({ context: accountContext, subscribe: true })
  protected readonly services!: AccountServices;
}
