/** A number as rows, files and answers may hold one: JSON reads 1e999 as endless, which nothing here can count with. */
import * as v from 'valibot';

export const finite = v.pipe(v.number(), v.finite());
