import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { ATTRIBUTES_CLASSES, attributesClasses } from './attributes-class.ts';
import { CLASS_FINALIZER, needsFinalizer } from './finalizers.ts';
import { protectClass } from './protection.ts';

const NAME = 'volumeattributesclass-protection-controller';

/**
 * Lets go of VolumeAttributesClasses that are deleted, once no claim and no volume has them.
 * Models pkg/controller/volume/vacprotection/vac_protection_controller.go (v1.36)
 */
export class ClassProtectionController extends QueueController {
  private readonly classes = this.runtime.informers.informer(ATTRIBUTES_CLASSES);
  private readonly users = ['persistentvolumes', 'persistentvolumeclaims'].map((name) =>
    this.runtime.informers.informer(resourceOf(name)),
  );

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'vacprotection' });
    this.follow(this.classes, (found) => needsFinalizer(found, CLASS_FINALIZER));
    const leave = (ctx: Context, object: KObject): void => {
      for (const name of attributesClasses(object)) this.queue.add(ctx, name);
    };
    for (const users of this.users) {
      users.addHandler(NAME, {
        filter: (object) => attributesClasses(object).length > 0,
        onUpdate: (ctx, before, after) => {
          if (attributesClasses(before).join() !== attributesClasses(after).join()) leave(ctx, before);
        },
        onDelete: leave,
      });
    }
  }

  protected *sync(ctx: Context, name: string): Process<boolean> {
    return yield* protectClass(ctx, name, this.classes, this.users, this.client);
  }
}
