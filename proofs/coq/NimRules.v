(* SPDX-License-Identifier: MIT *)
(* NimRules.v: the rules of Nim, under normal and under misere play, and what a move changes.

   Read the definitions of this file with care: all theorems on Nim are about them. A heap of 0 is legal,
   and so is a position without heaps. *)
From Nimsum Require Export Xor.

Inductive convention := normal | misere.

(* A move makes one heap less, wherever it stands. *)
Inductive move : list N -> list N -> Prop :=
| take : forall before h h' after, h' < h -> move (before ++ h :: after) (before ++ h' :: after).

Definition no_move (p : list N) := forall q, ~ move p q.

(* Of the player whose turn it is. Who finds no stone has lost under normal play, for the other one took
   the last; and has won under misere play for the same reason. *)
Inductive wins (c : convention) : list N -> Prop :=
| misere_end : forall p, c = misere -> no_move p -> wins c p
| good_move : forall p q, move p q -> loses c q -> wins c p
with loses (c : convention) : list N -> Prop :=
| normal_end : forall p, c = normal -> no_move p -> loses c p
| bad_moves : forall p, ~ no_move p -> (forall q, move p q -> wins c q) -> loses c p.

(* No move is left where no stone is, and each move takes a stone. *)
Lemma no_move_total : forall p, no_move p <-> total p = 0.
Proof.
  split.
  - induction p as [| h p IH]; intro none; [reflexivity |]. simpl.
    destruct (N.eq_dec h 0) as [-> | some].
    + apply IH. intros q M. destruct M as [before g g' after less].
      apply (none (0 :: before ++ g' :: after)). now apply (take (0 :: before)).
    + exfalso. apply (none (0 :: p)). apply (take []). lia.
  - intros zero q M. destruct M as [before h h' after less]. rewrite total_middle in zero. lia.
Qed.

Lemma move_total : forall p q, move p q -> total q < total p.
Proof. intros p q M. destruct M as [before h h' after less]. rewrite !total_middle. lia. Qed.

(* To prove something of all positions: prove it of one where it holds after every move. *)
Lemma by_moves : forall P : list N -> Prop,
  (forall p, (forall q, move p q -> P q) -> P p) -> forall p, P p.
Proof.
  intros P step.
  assert (H : forall n p, total p < n -> P p).
  { induction n as [| n IH] using N.peano_ind; intros p less; [lia |].
    apply step. intros q M. apply IH. apply move_total in M. lia. }
  intro p. apply (H (total p + 1)). lia.
Qed.

(* No position is both won and lost; that none is neither follows from the verdict. *)
Lemma not_won_and_lost : forall c p, wins c p -> loses c p -> False.
Proof.
  intro c. apply (by_moves (fun p => wins c p -> loses c p -> False)).
  intros p IH W L. destruct W as [p cm stuck | p q M Lq], L as [p' cn stuck' | p' moves all].
  - congruence.
  - contradiction.
  - now apply (stuck' q).
  - exact (IH q M (all q M) Lq).
Qed.
