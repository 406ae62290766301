(* SPDX-License-Identifier: MIT *)
(* Chalkboard.v: the chalkboard XOR game, from its rules to nimsum_board_decide and
   nimsum_board_move_wins (docs/GAMES.md, theorem 1).

   What is proved, for boards of any number of numbers of any size: Alice, who is to move, wins exactly
   where the XOR is 0 or the count is even; which erasures win; every board is won or lost, none both;
   the order of the numbers does not matter, which the search relies on. *)
From Nimsum Require Import Xor.
From Coq Require Import Permutation.

(* The rules. A turn erases one number, wherever it stands. *)
Inductive erasure : list N -> N -> list N -> Prop :=
| erase : forall before a after, erasure (before ++ a :: after) a (before ++ after).

(* Of the player whose turn it is. *)
Inductive wins : list N -> Prop :=
| wins_at_once : forall board, xor_sum board = 0 -> wins board
| wins_by_erasing : forall board a left, erasure board a left -> loses left -> wins board
with loses : list N -> Prop :=
| loses_whatever : forall board, xor_sum board <> 0 ->
    (forall a left, erasure board a left -> wins left) -> loses board.

(* nimsum_board_decide *)
Inductive reason := xor_zero | even_count | odd_count.

Definition decide (x : N) (count : nat) : reason :=
  if x =? 0 then xor_zero else if Nat.even count then even_count else odd_count.

Definition alice_wins (x : N) (count : nat) : bool :=
  match decide x count with odd_count => false | _ => true end.

(* nimsum_board_move_wins *)
Definition move_wins (x : N) (count : nat) (a : N) : bool :=
  match decide x count with even_count => negb (a =? x) | _ => false end.

Definition verdict board := alice_wins (xor_sum board) (length board).

Lemma length_middle : forall before (a : N) after,
  length (before ++ a :: after) = S (length (before ++ after)).
Proof. intros. rewrite !app_length. simpl. lia. Qed.

Lemma erasure_xor : forall board a left, erasure board a left ->
  xor_sum left = N.lxor a (xor_sum board).
Proof. intros _ _ _ [before a after]. now rewrite xor_sum_middle, lxor_twice. Qed.

Lemma erasure_length : forall board a left, erasure board a left -> length board = S (length left).
Proof. intros _ _ _ [before a after]. apply length_middle. Qed.

(* What an erasure leaves, as the verdict sees it. *)
Lemma verdict_of_left : forall board a left, erasure board a left -> xor_sum board <> 0 ->
  verdict left = negb (move_wins (xor_sum board) (length board) a).
Proof.
  intros board a left E nonzero. unfold verdict, alice_wins, move_wins, decide.
  rewrite (erasure_xor _ _ _ E), (erasure_length _ _ _ E), Nat.even_succ, <- Nat.negb_even.
  destruct (N.eqb_spec (xor_sum board) 0) as [| _]; [contradiction |].
  destruct (N.eqb_spec (N.lxor a (xor_sum board)) 0) as [zero | more];
    destruct (Nat.even (length left)); simpl; trivial.
  - apply N.lxor_eq in zero. now rewrite zero, N.eqb_refl.
  - apply (lxor_neq a (xor_sum board)) in more. now apply N.eqb_neq in more as ->.
Qed.

(* If every number were x, an even count of them would give XOR 0. *)
Lemma all_alike : forall x board, Forall (eq x) board ->
  xor_sum board = if Nat.even (length board) then 0 else x.
Proof.
  induction 1 as [| a board <- _ IH]; [reflexivity |].
  cbn [xor_sum length]. rewrite IH, Nat.even_succ, <- Nat.negb_even.
  destruct (Nat.even (length board)); simpl; [apply N.lxor_0_r | apply N.lxor_nilpotent].
Qed.

Lemma some_other : forall x board, ~ Forall (eq x) board ->
  exists a left, erasure board a left /\ a <> x.
Proof.
  intros x board H. induction board as [| a board IH]; [destruct H; constructor |].
  destruct (N.eq_dec a x) as [-> | other].
  - destruct IH as (b & left & [before b' after] & differs).
    + intro all. apply H. now constructor.
    + exists b', (x :: before ++ after). split; [apply (erase (x :: before)) | exact differs].
  - exists a, board. split; [apply (erase []) | exact other].
Qed.

Lemma decided : forall n board, length board = n ->
  (verdict board = true -> wins board) /\ (verdict board = false -> loses board).
Proof.
  induction n as [n IH] using (well_founded_induction Wf_nat.lt_wf). intros board <-.
  assert (after : forall a left, erasure board a left ->
    (verdict left = true -> wins left) /\ (verdict left = false -> loses left)).
  { intros a left E. apply (IH (length left)); [| reflexivity].
    rewrite (erasure_length _ _ _ E). lia. }
  destruct (N.eq_dec (xor_sum board) 0) as [zero | more].
  { split; intro V; [now apply wins_at_once |].
    unfold verdict, alice_wins, decide in V. now rewrite zero in V. }
  split; intro V.
  - destruct (some_other (xor_sum board) board) as (a & left & E & differs).
    + intro all. pose proof (all_alike _ _ all) as X. unfold verdict, alice_wins, decide in V.
      apply N.eqb_neq in more as F. rewrite F in V.
      destruct (Nat.even (length board)); [contradiction | discriminate].
    + apply (wins_by_erasing _ a left E). apply (after a left E).
      rewrite (verdict_of_left _ _ _ E more). unfold move_wins.
      unfold verdict, alice_wins, decide in *. apply N.eqb_neq in more as F, differs as D.
      rewrite F, D in *. destruct (Nat.even (length board)); [reflexivity | discriminate].
  - apply loses_whatever; [exact more |]. intros a left E. apply (after a left E).
    rewrite (verdict_of_left _ _ _ E more). unfold verdict, alice_wins, move_wins, decide in *.
    apply N.eqb_neq in more as F. rewrite F in *. now destruct (Nat.even (length board)).
Qed.

Lemma not_both : forall n board, length board = n -> wins board -> loses board -> False.
Proof.
  induction n as [n IH] using (well_founded_induction Wf_nat.lt_wf).
  intros board <- W L. inversion L as [b more all e]. inversion W as [b' zero e' | b' a left E L' e'];
    [contradiction |].
  apply (IH (length left)) with left; trivial; [| now apply (all a)].
  rewrite (erasure_length _ _ _ E). lia.
Qed.

Theorem board_verdict : forall board,
  wins board <-> alice_wins (xor_sum board) (length board) = true.
Proof.
  intro board. fold (verdict board). destruct (decided _ board eq_refl) as [W L].
  split; [intro w | exact W].
  destruct (verdict board); [reflexivity | exfalso].
  exact (not_both _ _ eq_refl w (L eq_refl)).
Qed.

(* The same in words. *)
Theorem board_verdict_in_words : forall board,
  wins board <-> xor_sum board = 0 \/ Nat.even (length board) = true.
Proof.
  intro board. rewrite board_verdict. unfold alice_wins, decide.
  destruct (N.eqb_spec (xor_sum board) 0), (Nat.even (length board)); intuition discriminate.
Qed.

Theorem board_won_or_lost : forall board, loses board <-> ~ wins board.
Proof.
  intro board. split.
  - intros L W. exact (not_both _ _ eq_refl W L).
  - rewrite board_verdict. fold (verdict board). intro N. apply (decided _ board eq_refl).
    now destruct (verdict board).
Qed.

(* The erasures that win: the game is not over, and the opponent loses what is left. *)
Theorem winning_erasures : forall board a left, erasure board a left ->
  (xor_sum board <> 0 /\ loses left <-> move_wins (xor_sum board) (length board) a = true).
Proof.
  intros board a left E. rewrite board_won_or_lost, board_verdict. fold (verdict left).
  destruct (N.eq_dec (xor_sum board) 0) as [zero | more].
  - unfold move_wins, decide. rewrite zero. simpl. intuition discriminate.
  - rewrite (verdict_of_left _ _ _ E more).
    destruct (move_wins _ _ _); simpl; intuition discriminate.
Qed.

Theorem order_does_not_matter : forall board other, Permutation board other ->
  (wins board <-> wins other).
Proof.
  intros board other P. rewrite !board_verdict, (Permutation_length P).
  replace (xor_sum other) with (xor_sum board); [reflexivity |].
  induction P; simpl; trivial; [now rewrite IHP | apply lxor_swap | congruence].
Qed.
